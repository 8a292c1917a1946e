import Futures
import FuturesTesting
import Observation
import Testing
import Workflows

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
private protocol Service {
  func books() -> Future<[LibraryBook], any Error>
}

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
private struct FixedService: Service {
  var list = shelf
  func books() -> Future<[LibraryBook], any Error> { Future(value: list) }
}

/// Says nothing of isolation, although it is an error.
private enum Problem: Error, Equatable {
  case other(String)

  init(_ error: any Error) { self = .other("\(error)") }
}

private enum State: Equatable {
  case idle, loading
  case loaded([LibraryBook])
  case failed(String)
}

private struct Item: Hashable, Identifiable {
  let id: Int
  var kind: String
}

/// Lines that come to mind, each once.
#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
@Observable
private final class Lines {
  var state = State.idle { didSet { check() } }
  var items: [LibraryBook] = [] { didSet { check() } }
  var found: [Item] = []
  var groups: [String: [Item]] = [:]
  var count = 0 { didSet { check() } }
  var error: (any Error)?
  var onChange: (([LibraryBook]) -> Void)?
  var confirmed: Bool?
  var ticks = 0
  private let service: any Service

  init(service: any Service) {
    self.service = service
    service.books().onSuccess { self.count = $0.count }
  }

  func check() { MainActor.assertIsolated() }

  // MARK: Observing

  func weakly() {
    service.books()
      .onSuccess { [weak self] books in self?.items = books }
      .onFailure { [weak self] error in self?.error = error }
  }

  func guarded() {
    service.books().onComplete { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let books): state = .loaded(books)
      case .failure(let error): state = .failed("\(error)")
      }
    }
  }

  func states() {
    state = .loading
    service.books()
      .onSuccess { self.state = .loaded($0) }
      .onFailure { self.state = .failed("\($0)") }
  }

  func appends() {
    service.books().onSuccess { self.items += $0 }
    service.books().onSuccess { self.items.append(contentsOf: $0) }
    service.books().onSuccess { books in
      for book in books where !self.items.contains(book) { self.items.append(book) }
      self.onChange?(books)
    }
  }

  func startsAnother() {
    service.books().onSuccess { _ in self.reload() }
  }

  @discardableResult
  func reload() -> Future<Int, any Error> {
    service.books().map {
      self.count = $0.count; return self.count
    }
  }

  func ticking(_ clock: some Clock<Duration>) {
    Future<Void, Never>.after(.seconds(1), clock: clock).onSuccess { self.ticks += 1 }
    Future<Void, Never>.after(.seconds(1), clock: clock).onSuccess { _ in self.tick() }
  }

  func tick() {
    check()
    ticks += 1
  }

  // MARK: Transforming

  func names() -> Future<[String], any Error> { service.books().map { $0.map(\.title) } }

  func firstKind() -> Future<String, any Error> { itemsOfMine().map { $0[0] }.map(\.kind) }

  func fixed() -> Future<Int, any Error> {
    let one = Future(value: 1)
    return one.flatMap { one in self.service.books().map { $0.count + one } }
  }

  func itemsOfMine() -> Future<[Item], any Error> {
    service.books()
      .map { books in books.map { Item(id: $0.id, kind: String($0.title.prefix(1))) } }
      .map { items in
        self.groups = Dictionary(grouping: items, by: \.kind)
        return items.filter { Set(items).contains($0) }
      }
      .onSuccess { self.found = $0 }
  }

  func chosen() -> Future<[LibraryBook], any Error> {
    service.books().flatMap { $0.isEmpty ? self.service.books() : Future(value: $0) }
  }

  func typed() -> Future<[LibraryBook], Problem> {
    service.books().mapError { Problem($0) }
  }

  func thrown() -> Future<LibraryBook, any Error> {
    service.books().map { books in
      guard let book = books.first(where: { $0.id == self.count }) else { throw NoSuchElement() }
      self.items = [book]
      return book
    }
  }

  // MARK: Functions by name

  func byName() -> Future<Int, any Error> {
    service.books()
      .map { $0.map(self.name) }
      .map { $0.filter(self.wants) }
      .map { $0.map(Item.init) }
      .map { $0.count }
  }

  func name(_ book: LibraryBook) -> String {
    check()
    return book.title
  }

  func wants(_ name: String) -> Bool { name != "Ulysses" }

  // MARK: Making

  func legacy(_ done: @escaping @Sendable (Result<Int, any Error>) -> Void) { done(.success(1)) }

  func wrapped() -> Future<Int, any Error> {
    Future.withPromise { promise in
      self.check()
      self.legacy { promise.complete($0) }
    }
  }

  let confirmation = Promise<Bool, Never>()

  func ask() -> Future<Bool, Never> {
    confirmation.future.onSuccess { self.confirmed = $0 }
  }

  func confirm() { confirmation.succeed(true) }

  // MARK: async/await

  func refresh() async {
    do { items = try await service.books().value } catch { self.error = error }
  }

  func refreshInTask() -> Task<Void, Never> {
    Task { self.items = (try? await self.service.books().value) ?? [] }
  }

  func eachAsItSettles() async {
    let futures = [1, 2, 3].map { number in Future<Int, Never> { self.doubled(number) } }
    for await (_, result) in futures.completions() {
      if case .success(let number) = result { count += number }
    }
  }

  func doubled(_ number: Int) -> Int {
    check()
    return number * 2
  }

  // MARK: Workflows

  func steps() -> Workflow<Void, Int> {
    Workflow("lines") {
      Perform("load") { try await self.service.books().value }
      ForEach(maxConcurrent: 2) {
        Perform("double") { (book: LibraryBook) in self.doubled(book.id) }
      }
      Perform("sum") { (numbers: [Int]) in
        self.count = numbers.reduce(0, +)
        return self.count
      }
    }
  }

  func chain() -> Workflow<Void, String> {
    Perform("load") { try await self.service.books().value }
      .then { books in books.map { self.name($0) } }
      .then("join") { names in names.joined(separator: ", ") }
  }
}

extension Item {
  init(_ name: String) { self.init(id: name.count, kind: name) }
}

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
@Suite(.timeLimit(.minutes(10)))
struct NaturalLinesTests {
  private let lines = Lines(service: FixedService())

  @Test func anInitializerMayStartWork() { #expect(lines.count == 2) }

  @Test func callbacksChangeTheModel() {
    lines.weakly()
    #expect(lines.items == shelf)
    lines.guarded()
    #expect(lines.state == .loaded(shelf))
    lines.states()
    #expect(lines.state == .loaded(shelf))
    var changes = 0
    lines.onChange = { changes += $0.count }
    lines.appends()
    #expect(lines.items.count == 6)
    #expect(changes == 2)
    lines.count = 0
    lines.startsAnother()
    #expect(lines.count == 2)
  }

  @Test func aTimerChangesTheModel() {
    let clock = ManualClock()
    lines.ticking(clock)
    clock.advance(by: .seconds(1))
    #expect(lines.ticks == 2)
  }

  @Test func transformsReadTheModel() {
    #expect(lines.names().currentValue == ["Emma", "Persuasion"])
    #expect(lines.itemsOfMine().currentValue?.map(\.kind) == ["E", "P"])
    #expect(lines.groups.count == 2)
    #expect(lines.firstKind().currentValue == "E")
    #expect(lines.fixed().currentValue == 3)
    #expect(lines.chosen().currentValue == shelf)
    #expect(lines.typed().currentValue == shelf)
    #expect(lines.thrown().currentValue == shelf[0])
    #expect(lines.items == [shelf[0]])
    #expect(lines.byName().currentValue == 2)
  }

  @Test func promisesAreKeptInTheModel() {
    #expect(lines.wrapped().currentValue == 1)
    let asked = lines.ask()
    lines.confirm()
    #expect(asked.currentValue == true)
    #expect(lines.confirmed == true)
  }

  @Test func tasksAwaitFuturesOfTheModel() async {
    await lines.refresh()
    #expect(lines.items == shelf)
    await lines.refreshInTask().value
    #expect(lines.items == shelf)
    lines.count = 0
    await lines.eachAsItSettles()
    #expect(lines.count == 12)
  }

  @Test func stepsOfWorkflowsReadTheModel() async throws {
    #expect(try await lines.steps().start().value == 6)
    #expect(try await lines.chain().start().value == "Emma, Persuasion")
  }
}
