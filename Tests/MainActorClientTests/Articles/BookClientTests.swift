import Foundation
import Futures
import FuturesTesting
import Synchronization
import Testing

// The code of the article "A client with cache, retry, limit and cancellation".
// `BookClientArticleTests` sees to it that the article shows what is here.

// MARK: The client

nonisolated struct Book: Codable, Hashable, Sendable {
  let id: String
  var title: String
}

nonisolated enum ClientError: Error, Hashable {
  case status(Int)
}

nonisolated protocol Transport: Sendable {
  func get(_ path: String)
    -> Future<(body: Data, status: Int), any Error>
}

nonisolated final class BookClient: Sendable {
  private let transport: any Transport
  private let clock: any Clock<Duration>
  private let books: SharedLoads<String, Book, any Error>
  private let connections = ConcurrencyLimit(4)
  private let policy = RetryPolicy(
    attempts: 3,
    backoff: .exponential(initial: .seconds(1)),
    shouldRetry: { error, _ in
      if case ClientError.status(let status) = error {
        status >= 500
      } else {
        true
      }
    }
  )

  init(
    transport: any Transport,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.transport = transport
    self.clock = clock
    books = SharedLoads(
      keeping: .upTo(200, for: .seconds(300)),
      clock: clock
    )
  }

  func book(_ id: String) -> Future<Book, any Error> {
    books.load(id) { self.get("books/\(id)", as: Book.self) }
  }

  func search(_ text: String) -> Future<[Book], any Error> {
    get("search/\(text)", as: [Book].self)
  }

  func bookDidChange(_ id: String) { books.remove(id) }

  private func get<Value: Decodable & Sendable>(
    _ path: String,
    as type: Value.Type
  ) -> Future<Value, any Error> {
    Future.retry(policy, clock: clock) {
      self.connections.run {
        self.transport.get(path)
          .timeout(.seconds(10), clock: self.clock)
      }
      .map { body, status in
        guard status < 400 else { throw ClientError.status(status) }
        return try JSONDecoder().decode(type, from: body)
      }
    }
  }
}

// MARK: The view model

@MainActor final class SearchModel {
  private(set) var text = ""
  private(set) var found: [Book] = []
  private(set) var shelf: [Book] = []
  private(set) var progress = 0.0
  private(set) var problem: (any Error)?

  private let client: BookClient
  private let clock: any Clock<Duration>
  private let search = Latest<[Book], any Error>()
  private let shelfLoad = Latest<[Book], any Error>()

  init(
    client: BookClient,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.client = client
    self.clock = clock
  }

  func textDidChange(to text: String) {
    self.text = text
    search.debounce(.milliseconds(300), for: self, clock: clock) {
      $0.client.search(text)
    }
    .onSuccess(for: self) { model, books in model.found = books }
    .onFailure(for: self) { model, error in model.problem = error }
  }

  func loadShelf(_ ids: [String]) {
    shelfLoad.start { [weak self, client] in
      ids.traverse { id in
        client.book(id).onSuccess { [weak self] _ in
          self?.progress += 1 / Double(ids.count)
        }
      }
    }
    .onSuccess(for: self) { model, books in model.shelf = books }
    .onFailure(for: self) { model, error in model.problem = error }
  }
}

// MARK: The tests

nonisolated final class ManualServer: Transport {
  struct Request: Sendable {
    let path: String
    let answer = Promise<(body: Data, status: Int), any Error>()

    func succeed<Value: Encodable>(_ value: Value) throws {
      answer.succeed((try JSONEncoder().encode(value), 200))
    }
  }

  private let log = Mutex<[Request]>([])

  var requests: [Request] { log.withLock { $0 } }
  var paths: [String] { requests.map(\.path) }

  func get(_ path: String)
    -> Future<(body: Data, status: Int), any Error>
  {
    let request = Request(path: path)
    log.withLock { $0.append(request) }
    CancellationToken.current.onCancel { request.answer.cancel() }
    return request.answer.future
  }
}

@MainActor
@Suite struct BookClientTests {
  private let clock = ManualClock()
  private let server = ManualServer()
  private let emma = Book(id: "emma", title: "Emma")
  private let client: BookClient

  init() { client = BookClient(transport: server, clock: clock) }

  @Test func oneRequestForAllWhoAsk() throws {
    let answers = (0..<10).map { _ in client.book("emma") }
    #expect(server.paths == ["books/emma"])
    try server.requests[0].succeed(emma)
    #expect(answers.allSatisfy { $0.currentValue == emma })

    #expect(client.book("emma").currentValue == emma)
    clock.advance(by: .seconds(300))
    #expect(!client.book("emma").isSettled)
    #expect(server.requests.count == 2)
  }

  @Test func anAnswerThatIsOutOfDateIsNotKept() throws {
    let before = client.book("emma")
    client.bookDidChange("emma")
    let after = client.book("emma")
    try server.requests[1].succeed(
      Book(id: "emma", title: "Emma, 2nd ed.")
    )
    try server.requests[0].succeed(emma)
    #expect(before.currentValue == emma)
    #expect(after.currentValue?.title == "Emma, 2nd ed.")
    #expect(client.book("emma").currentValue?.title == "Emma, 2nd ed.")
  }

  @Test func aServerThatIsDownIsAskedAgain() throws {
    let book = client.book("emma")
    server.requests[0].answer.succeed((Data(), 503))
    clock.advance(by: .seconds(1))
    // No answer for ten seconds, and then a pause of two.
    clock.advance(by: .seconds(12))
    try server.requests[2].succeed(emma)
    #expect(book.currentValue == emma)
  }

  @Test func aBookThatDoesNotExistIsAskedForOnce() {
    let book = client.book("emma")
    server.requests[0].answer.succeed((Data(), 404))
    #expect(book.currentError as? ClientError == .status(404))
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aRequestStopsWhenTheLastOneLeaves() {
    let answers = (0..<3).map { _ in client.book("emma") }
    for answer in answers.dropLast() { answer.cancel() }
    #expect(!server.requests[0].answer.future.isSettled)
    answers.last?.cancel()
    #expect(
      server.requests[0].answer.future.currentError is CancellationError
    )
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aLateRequestStops() {
    client.book("emma").onFailure { _ in }
    clock.advance(by: .seconds(10))
    #expect(
      server.requests[0].answer.future.currentError is CancellationError
    )
  }

  @Test func fourRequestsAtATime() throws {
    let ids = (0..<6).map { "\($0)" }
    let books = ids.traverse { id in client.book(id) }
    #expect(server.paths == ids.prefix(4).map { "books/\($0)" })
    try server.requests[2].succeed(emma)
    #expect(server.paths.last == "books/4")
    books.cancel()
    #expect(server.requests.allSatisfy { $0.answer.future.isSettled })
  }

  @Test func onlyTheLastTextIsSearched() throws {
    let model = SearchModel(client: client, clock: clock)
    for text in ["e", "em", "emm", "emma"] {
      model.textDidChange(to: text)
      clock.advance(by: .milliseconds(100))
    }
    #expect(server.requests.isEmpty)
    clock.advance(by: .milliseconds(200))
    #expect(server.paths == ["search/emma"])
    try server.requests[0].succeed([emma])
    #expect(model.found == [emma])
  }

  @Test func aShelfShowsHowFarItHasCome() throws {
    let model = SearchModel(client: client, clock: clock)
    model.loadShelf(["emma", "persuasion"])
    try server.requests[1].succeed(
      Book(id: "persuasion", title: "Persuasion")
    )
    #expect(model.progress == 0.5)
    try server.requests[0].succeed(emma)
    #expect(model.shelf.map(\.title) == ["Emma", "Persuasion"])
    #expect(model.progress == 1)
  }

  @Test func whatAScreenHasStartedStopsWithIt() {
    var model: SearchModel? = SearchModel(client: client, clock: clock)
    model?.loadShelf(["emma"])
    model?.textDidChange(to: "emma")
    #expect(clock.pendingTimers.count == 2)
    model = nil
    #expect(
      server.requests[0].answer.future.currentError is CancellationError
    )
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(server.paths == ["books/emma"])
  }
}
