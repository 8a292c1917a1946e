import Futures
import FuturesTesting
import Testing

/// A screen with typed errors, and with everything that combines futures.
#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
private final class AccountModel {
  private(set) var covers: [String] = []
  private(set) var progress = 0.0
  private(set) var message = ""
  private(set) var calls = 0
  private(set) var rounds = 0
  private var done = 0

  private let library: Library
  var hasFallback = true

  init(library: Library) { self.library = library }

  func loadCovers(of books: [LibraryBook]) -> Future<[String], LibraryError> {
    done = 0
    return
      books
      .traverse(maxConcurrent: 2) { book in
        self.cover(of: book).onSettled { self.advance(of: books.count) }
      }
      .map { covers in covers.map { self.label($0) } }
      .onSuccess { covers in self.covers = covers }
      .onFailure { error in self.message = self.text(of: error) }
  }

  func signIn() -> Future<String, Never> {
    Future { try self.token() }
      .map { token in try self.checked(token) }
      .recover { error in self.text(of: self.typed(error)) }
  }

  func coversInOrder(of books: [LibraryBook]) -> Future<String, LibraryError> {
    books.map { cover(of: $0) }.fold("") { self.joined($0, $1) }
  }

  func firstGoodCover(of books: [LibraryBook]) -> Future<String, any Error> {
    books.map { cover(of: $0).eraseFailure() }.firstValue { self.isGood($0) }
  }

  func settled(of books: [LibraryBook]) -> Future<Int, Never> {
    books.map { cover(of: $0) }.allSettled()
      .map { results in results.count { self.isSuccess($0) } }
  }

  func both(_ one: LibraryBook, _ other: LibraryBook) -> Future<String, any Error> {
    zip(library.pageCount(of: one), library.pageCount(of: other))
      .map { self.joined("\($0)", "\($1)") }
      .onSettled { self.called() }
  }

  func untilThree() -> Future<Void, any Error> {
    Future {
      while self.rounds < 3 { try await self.round().value }
    }
  }

  func remembered() -> Future<Int, any Error> {
    Future { self.hasFallback ? self.round().map { self.rounds } : Future(value: 0) }
  }

  func awaited() -> Future<String, any Error> {
    Future {
      self.called()
      let pages = try await self.library.pageCount(of: LibraryBook(id: 3, title: "")).value
      self.called()
      return "\(pages)"
    }
  }

  private func round() -> Future<Void, any Error> {
    called()
    rounds += 1
    return Future(value: ())
  }

  private func advance(of total: Int) {
    called()
    done += 1
    progress = Double(done) / Double(total)
  }

  private func cover(of book: LibraryBook) -> Future<String, LibraryError> {
    called()
    return library.cover(of: book)
  }

  private func token() throws -> String {
    called()
    if !hasFallback { throw LibraryError.offline }
    return "token"
  }

  private func checked(_ token: String) throws(LibraryError) -> String {
    called()
    if token.isEmpty { throw .offline }
    return token + "!"
  }

  private func typed(_ error: any Error) -> LibraryError {
    called()
    return error as? LibraryError ?? .offline
  }

  private func text(of error: LibraryError) -> String {
    called()
    return "\(error)"
  }

  private func label(_ cover: String) -> String {
    called()
    return cover.uppercased()
  }

  private func joined(_ one: String, _ other: String) -> String {
    called()
    return one + other
  }

  private func isGood(_ cover: String) -> Bool {
    called()
    return cover != "cover 2"
  }

  private func isSuccess(_ result: Result<String, LibraryError>) -> Bool {
    called()
    return (try? result.get()) != nil
  }

  private func called() {
    MainActor.assertIsolated()
    calls += 1
  }
}

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
@Suite(.timeLimit(.minutes(10)))
struct AccountTests {
  private let model = AccountModel(library: Library())

  @Test func countsWhatIsDone() {
    let covers = model.loadCovers(of: shelf)
    #expect(covers.currentValue == ["COVER 2", "COVER 1"])
    #expect(model.covers == covers.currentValue)
    #expect(model.progress == 1)
  }

  @Test func saysWhyItFailed() {
    let covers = model.loadCovers(of: shelf + [LibraryBook(id: 13, title: "")])
    #expect(covers.currentError == .closed(until: 14))
    #expect(model.message == "closed(until: 14)")
  }

  @Test func keepsTheTypeOfItsErrors() {
    #expect(model.signIn().currentValue == "token!")
    model.hasFallback = false
    #expect(model.signIn().currentValue == "offline")
  }

  @Test func combinesManyFuturesIntoOne() async throws {
    #expect(model.coversInOrder(of: shelf).currentValue == "cover 2cover 1")
    #expect(model.firstGoodCover(of: shelf).currentValue == "cover 1")
    #expect(model.settled(of: shelf + [LibraryBook(id: 13, title: "")]).currentValue == 2)
    #expect(try await model.both(shelf[0], shelf[1]).value == "200100")
  }

  @Test func repeatsWorkUntilItSuffices() async throws {
    try await model.untilThree().value
    #expect(model.rounds == 3)
    #expect(model.remembered().currentValue == 4)
    #expect(try await model.awaited().value == "300")
  }
}
