// What samples in the doc comments of Futures use, for scripts/check-code.py.

import Dispatch
import Foundation
import Futures

struct Page: Sendable {
  var data = Data()
  var maxAge: Duration? = nil
  init() {}
  init(_ data: Data) { self.data = data }
}

struct Image: Sendable {}

struct Item: Sendable {}

struct User: Sendable {
  var name = "Emma"
  var avatar = URL(filePath: "avatar")
  var homepage = URL(filePath: "homepage")
}

enum LoadError: Error { case late }

struct Missing: Error {}

struct ConnectionLost: Error {}

struct Client: Sendable {
  func get(_ url: URL) async throws -> Page { Page() }
  func page(_ url: URL) async throws -> Page { Page() }
  func page(at url: URL) async throws -> Page { Page() }
  func image(at url: URL) async throws -> Image { Image() }
  func search(_ text: String) -> Future<[Item], any Error> { .never }
}

let url = URL(filePath: "page")
let urls = [url]
let client = Client()

func download(
  _ url: URL,
  cancellation token: CancellationToken = .current
) -> Future<Page, any Error> { .never }

func user(id: Int) -> Future<User, any Error> { .never }

let image = Future<Image, any Error>.never

let name = ""

let text = ""

struct Cache: Sendable { func remove(_ name: String) {} }

let cache = Cache()

func show<Value>(_ value: Value) {}

// MARK: Cancellation/CancellationSource.swift, in a class

struct Button { func onTap(_ action: @escaping @Sendable () -> Void) {} }
let stopButton = Button()
let loads = CancellationSource()
var items = Future<[Item], any Error>.never
func load(cancellation token: CancellationToken) -> Future<[Item], any Error> { .never }

// MARK: Cancellation/CancellationToken.swift

struct Block {}
struct Checksum { mutating func add(_ block: Block) {} }

// MARK: Combine/FutureCompletions.swift

let downloads = [download(url)]

// MARK: Combine/Zip.swift

func avatar(of id: Int) -> Future<Image, any Error> { .never }
func unreadCount() -> Future<Int, any Error> { .never }
@Sendable func show(_ user: User, _ avatar: Image, _ unread: Int) {}

// MARK: Contexts/ExecutionContext.swift

let page = Future<String, any Error>.never
@Sendable func index(_ html: String) -> [String] { [] }

// MARK: Diagnostics/Diagnostics.swift

struct Log { func warning(_ text: String) {} }
let log = Log()

// MARK: Errors/BrokenPromise+Reason.swift

let broken = BrokenPromise(reason: .droppedJob)

// MARK: Errors/FutureErrors.swift, in a class

let search = Latest<[Item], any Error>()
var isLoading = false

// MARK: Future/Future+Async.swift

let page = Future<Page, any Error>.never
let counted = Future<Int, any Error>.never

// MARK: Future/Future+Finally.swift

struct Connection: Sendable {
  func query(_ text: String) -> Future<[String], any Error> { .never }
  func close() async {}
}
let connection = Connection()
let text = ""
struct Handle: Sendable { func close() -> Future<Void, any Error> { .never } }
struct Disk: Sendable { func read(_ name: String) -> Future<String, any Error> { .never } }
let (disk, handle) = (Disk(), Handle())

// MARK: Future/Future+FlatMap.swift

struct File { let fileName = "" }
@Sendable func load(_ url: URL) -> Future<File, any Error> { .never }

// MARK: Future/Future+FlatMapAsync.swift

struct Pages: Sendable {
  func cached(for user: User) async -> Future<Page, any Error>? { nil }
}
let pages = Pages()
let visitor = Future<User, any Error>.never
@Sendable func download(_ user: User) -> Future<Page, any Error> { .never }

// MARK: Future/Future+MapAsync.swift

@Sendable func measure(_ image: Image) async -> Int { 0 }
let visitor = Future<User, any Error>.never

// MARK: Future/Future+OnSettled.swift, in a class

var isLoading = false
let forecast = Future<String, any Error>.never

// MARK: Future/Future+Owner.swift, in a class

struct Forecast { let summary = "" }
let forecast = Future<Forecast, any Error>.never
var title = ""
var isLoading = false

// MARK: Future/Future+Recover.swift

let id = 7
func lookUp(_ id: Int) -> Future<String, any Error> { .never }

// MARK: Future/Future+RecoverAsync.swift

let archive = client

// MARK: Future/Future+StartedWork.swift

struct PageCache: Sendable { func page(_ url: URL) -> Future<Page, any Error>? { nil } }
actor SlowCache { func page(_ url: URL) -> Future<Page, any Error>? { nil } }
let pages = PageCache()
let slowPages = SlowCache()
struct Offline: Error {}
let isOffline = true

// MARK: Future/Future.swift

struct Place {}
enum Forecast { case unknown }
func locate(_ name: String) -> Future<Place, any Error> { .never }
@Sendable func weather(at place: Place) -> Future<Forecast, any Error> { .never }

// MARK: Invalidation/InvalidationToken.swift

func fetchProfile() -> Future<String, any Error> { .never }

// MARK: Promise/Future+Promise.swift

struct Request { @Sendable func stop() {} }
struct API {
  func fetch(_ completion: @Sendable (Data?, (any Error)?) -> Void) -> Request { Request() }
}
let api = API()

// MARK: Scopes/withCancellationScope.swift

@Sendable func download(_ url: URL) -> Future<Data, any Error> { .never }

// MARK: Sequences/AsyncSequence+FutureFirst.swift

struct Server { let events = AsyncStream<String> { nil } }
let server = Server()

// MARK: Sharing/BatchedLoads.swift

struct Author: Sendable { typealias ID = Int }
struct Database: Sendable {
  func authors(with ids: [Author.ID]) async throws -> [Author.ID: Author] { [:] }
}
let database = Database()
let post = (title: "On batches", authorID: 7)

// MARK: Sharing/ConcurrencyLimit+Run.swift

let connections = ConcurrencyLimit(4)

// MARK: Sharing/ConcurrencyLimit+RunAsync.swift

let connections = ConcurrencyLimit(4)

// MARK: Sharing/PermitPriority.swift

let decoders = ConcurrencyLimit(2)
@Sendable func decode(_ file: URL) async throws -> Image { Image() }
let file = url

// MARK: Sharing/Latest+Debounce.swift

let latest = Latest<[Item], any Error>()

// MARK: Sharing/Latest+DebounceForOwner.swift, in a class

let latest = Latest<[Item], any Error>()
let client = Client()
var items: [Item] = []

// MARK: Sharing/Latest+Start.swift, in a class

let latest = Latest<[Item], any Error>()
func search(_ text: String) -> Future<[Item], any Error> { .never }
func show(_ items: [Item]) {}

// MARK: Sharing/Latest+StartAsync.swift, in a class

let latest = Latest<Page, any Error>()

// MARK: Sharing/Latest.swift, at file level

extension SearchModel { var client: Client { Client() } }

// MARK: Sharing/AbandonPolicy.swift

struct Session: Sendable {}

// MARK: Sharing/SharedLoad.swift, at file level

private struct AccessToken: Sendable {
  let lifetime: Duration?
}

extension Account {
  fileprivate func refreshToken() async throws -> AccessToken { AccessToken(lifetime: nil) }
  fileprivate func load(_ path: String, with token: AccessToken) async throws -> Data { Data() }
}

// MARK: Sharing/SharedLoads+Load.swift, in a class

let images = SharedLoads<URL, Image, any Error>()
func download(_ url: URL) -> Future<Image, any Error> { .never }

// MARK: Sharing/SharedLoads+LoadAsync.swift

let pages = SharedLoads<URL, Page, any Error>()

// MARK: Sharing/SharedLoads.swift, at file level

extension ImageStore {
  fileprivate func download(_ url: URL) -> Future<Image, any Error> { .never }
}

// MARK: Sharing/Latest+WorkWithoutValue.swift

let search = Latest<Void, any Error>()
let text = ""
@Sendable func results(of text: String) -> Future<[String], any Error> { .never }
@Sendable func show(_ hits: [String]) {}

// MARK: Combine/withRace.swift

let mirror = Client()

// MARK: Future/Future+OnContext.swift

let photo = Future<Data, any Error>.never
let decoding = DispatchQueue(label: "decoding")
@Sendable func scale(_ data: Data) -> Image { Image() }

// MARK: Time/withRetry.swift

func log(_ line: String) {}
func upload(_ url: URL) async throws {}
