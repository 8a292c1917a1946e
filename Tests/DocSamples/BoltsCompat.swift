// What samples in the doc comments of BoltsCompat use, for scripts/check-code.py.

import BoltsCompat
import Dispatch
import Foundation

struct Page: Sendable { let title = "" }

struct Missing: Error {}

struct NotFound: Error {}

struct Client: Sendable { func get(_ url: URL) async throws -> Page { Page() } }

let url = URL(filePath: "page")
let client = Client()
let task = BFTask<String>("name")

func show<Value>(_ value: Value) {}

func download(_ url: URL) -> BFTask<Page> { BFTask(Page()) }

@Sendable func load(_ url: URL) -> BFTask<Page> { BFTask(Page()) }

// MARK: Completion/BFTaskCompletionSource.swift

struct API: Sendable {
  func fetch(_ url: URL, _ completion: @Sendable (Data?, (any Error)?) -> Void) {}
}
let api = API()

// MARK: Errors/BFUnobservedErrors.swift

struct Log: Sendable { func warning(_ text: String) {} }
let log = Log()

// MARK: Executors/BFExecutor.swift

let indexing = DispatchQueue(label: "indexing")
let data = Data()
func parse(_ data: Data) -> BFTask<Page> { BFTask(Page()) }
@Sendable func index(_ page: Page) -> [String] { [] }

// MARK: Executors/BFMainThreadExecutor.swift, in a class

@MainActor final class Label { var text = "" }
let label = Label()

// MARK: Task/BFTask+ContinueWhile.swift

struct Queue: Sendable {
  let hasMore = false
  func next() -> Data { Data() }
}
let queue = Queue()
@Sendable func upload(_ data: Data) -> BFTask<Void> { BFTask(()) }
