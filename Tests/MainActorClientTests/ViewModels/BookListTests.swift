import Futures
import FuturesTesting
import Testing

/// A screen with a list: load, transform with own methods, show, fail, reload, search.
#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
private final class BookListModel {
  private(set) var rows: [Row] = []
  private(set) var selected: LibraryBook?
  private(set) var problem: String?
  private(set) var isLoading = false
  private(set) var loads = 0
  private(set) var trail: [String] = []
  var query = ""

  private let library: Library
  private let clock: any Clock<Duration>

  /// Belongs to the main actor, as everything does that says nothing else.
  struct Row: Equatable {
    let id: Int
    let title: String
  }

  init(library: Library, clock: any Clock<Duration> = ContinuousClock()) {
    self.library = library
    self.clock = clock
  }

  @discardableResult
  func load() -> Future<[Row], any Error> {
    begin()
    return library.books()
      .map { books in
        guard !books.isEmpty, self.wants(books) else { throw NoSuchElement() }
        return books.sorted { $0.id < $1.id }
      }
      .map { books in
        self.note("map")
        return books.map { self.row(of: $0) }
      }
      .timeout(.seconds(5), clock: clock)
      .onSettled { self.end() }
      .onSuccess { self.show($0) }
      .onFailure { self.fail($0) }
  }

  func loadPatiently() -> Future<[Row], any Error> {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
    return Future.retry(policy, clock: clock) {
      self.note("attempt \(RetryPolicy.currentAttempt)")
      return self.load()
    }
  }

  func reload() -> Future<Int, Never> {
    rows = []
    return load()
      .map { rows in rows.count + self.loads - self.loads }
      .recover { error in
        self.note("recover")
        return self.rows.count
      }
  }

  func firstPages() -> Future<Int, any Error> {
    library.books()
      .map { books in try self.first(of: books) }
      .flatMap { book in
        self.selected = book
        self.note("flatMap")
        return self.library.pageCount(of: book)
      }
      .flatMapError { _ in self.fallback() }
      .map { count in
        self.note("map")
        return count
      }
  }

  private func first(of books: [LibraryBook]) throws -> LibraryBook {
    MainActor.assertIsolated()
    guard let book = books.first(where: { $0.title.contains(query) }) else { throw NoSuchElement() }
    return book
  }

  private func fallback() -> Future<Int, any Error> {
    note("fallback")
    return Future(value: 0)
  }

  private func begin() {
    isLoading = true
    loads += 1
    problem = nil
  }

  private func end() {
    note("end")
    isLoading = false
  }

  private func show(_ rows: [Row]) {
    note("show")
    self.rows = rows
  }

  private func fail(_ error: any Error) {
    note("fail")
    problem = "\(error)"
  }

  private func wants(_ books: [LibraryBook]) -> Bool {
    note("filter")
    return books.count < 10
  }

  private func row(of book: LibraryBook) -> Row {
    MainActor.assertIsolated()
    return Row(id: book.id, title: book.title.uppercased())
  }

  private func note(_ name: String) {
    MainActor.assertIsolated()
    trail.append(name)
  }
}

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
@Suite(.timeLimit(.minutes(10)))
struct BookListTests {
  private let library = Library()
  private let clock = ManualClock()
  private let model: BookListModel

  init() { model = BookListModel(library: library, clock: clock) }

  /// On the main actor everything has happened when the call that settles a future returns.
  @Test func showsWhatCameAtOnce() {
    model.load()
    #expect(model.isLoading)
    library.answer(shelf, at: 0)
    #expect(model.rows.map(\.title) == ["PERSUASION", "EMMA"])
    #expect(!model.isLoading)
    #expect(model.trail == ["filter", "map", "end", "show"])
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func showsWhatCameFromElsewhere() async throws {
    let loaded = model.load()
    library.answerLater(shelf, at: 0)
    _ = try await loaded.value
    #expect(model.rows.count == 2)
    #expect(model.trail == ["filter", "map", "end", "show"])
  }

  @Test func tellsWhatWentWrong() {
    model.load()
    library.fail(LibraryError.offline, at: 0)
    #expect(model.problem == "offline")
    #expect(model.trail == ["end", "fail"])
  }

  @Test func refusesAnEmptyList() {
    model.load()
    library.answer([], at: 0)
    #expect(model.problem?.isEmpty == false)
    #expect(model.rows.isEmpty)
  }

  @Test func tellsThatItTookTooLong() {
    model.load()
    clock.advance(by: .seconds(5))
    #expect(model.problem == "No outcome within 5.0 seconds.")
    #expect(!model.isLoading)
  }

  @Test func triesAgainAfterAPause() throws {
    let loaded = model.loadPatiently()
    library.fail(LibraryError.offline, at: 0)
    #expect(model.problem == "offline")
    clock.advance(by: .seconds(1))
    library.answer(shelf, at: 1)
    #expect(loaded.currentValue?.count == 2)
    #expect(model.problem == nil)
    #expect(model.trail.filter { $0.hasPrefix("attempt") } == ["attempt 1", "attempt 2"])
  }

  @Test func reloadsWithoutTheOldRows() {
    model.load()
    library.answer(shelf, at: 0)
    let count = model.reload()
    #expect(model.rows.isEmpty)
    library.fail(LibraryError.offline, at: 1)
    #expect(count.currentValue == 0)
    #expect(model.trail.last == "recover")
  }

  @Test func goesOnWithTheFirst() async throws {
    model.query = "Em"
    let pages = model.firstPages()
    library.answerLater(shelf, at: 0)
    #expect(try await pages.value == 200)
    #expect(model.selected == shelf[0])
    #expect(model.trail == ["flatMap", "map"])

    model.query = "Ulysses"
    let none = model.firstPages()
    library.answer(shelf, at: 1)
    #expect(none.currentValue == 0)
    #expect(model.trail.suffix(2) == ["fallback", "map"])
  }
}
