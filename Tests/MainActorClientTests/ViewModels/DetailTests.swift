import Futures
import FuturesTesting
import Testing

/// A screen that may be left at any time: its work belongs to it.
#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
private final class DetailModel {
  private(set) var titles: [String] = []
  private(set) var shown = 0
  private(set) var isLoading = false
  private(set) var problem: (any Error)?

  private let library: Library
  private var request: Future<[LibraryBook], any Error>?

  init(library: Library) { self.library = library }

  deinit { request?.cancel() }

  func load() {
    stop()
    isLoading = true
    let books = library.books()
    request = books
    books
      .map { [weak self] books in books.compactMap { self?.title(of: $0) } }
      .onSuccess(for: self) { model, titles in model.titles = titles }
      .onSuccess(for: self) { $0.show($1) }
      .onFailure(for: self) { model, error in
        MainActor.assertIsolated()
        model.problem = error
      }
      .onSettled(for: self) { $0.isLoading = false }
  }

  func loadPages() -> Future<Int, any Error> {
    library.books()
      .flatMap { [weak self] books in
        guard let self else { throw CancellationError() }
        return self.pages(of: books)
      }
      .onComplete(for: self) { model, _ in model.isLoading = false }
  }

  /// Not on screen any more.
  func stop() {
    request?.cancel()
    request = nil
    isLoading = false
  }

  private func pages(of books: [LibraryBook]) -> Future<Int, any Error> {
    MainActor.assertIsolated()
    return
      books
      .traverse(maxConcurrent: 2) { self.library.pageCount(of: $0) }
      .map { counts in counts.reduce(0) { self.sum($0, $1) } }
  }

  private func sum(_ one: Int, _ other: Int) -> Int {
    MainActor.assertIsolated()
    return one + other
  }

  private func title(of book: LibraryBook) -> String {
    MainActor.assertIsolated()
    return book.title
  }

  private func show(_ titles: [String]) {
    MainActor.assertIsolated()
    shown += 1
  }
}

#if !hasFeature(NonisolatedNonsendingByDefault)
@MainActor
#endif
@Suite(.timeLimit(.minutes(10)))
struct DetailTests {
  private let library = Library()

  @Test func showsWhatItHasLoaded() {
    let model = DetailModel(library: library)
    model.load()
    #expect(model.isLoading)
    library.answer(shelf, at: 0)
    #expect(model.titles == ["Emma", "Persuasion"])
    #expect(model.shown == 1)
    #expect(!model.isLoading)
  }

  @Test func keepsTheErrorOfAFailure() {
    let model = DetailModel(library: library)
    model.load()
    library.fail(LibraryError.offline, at: 0)
    #expect(model.problem as? LibraryError == .offline)
    #expect(!model.isLoading)
  }

  @Test func loadingAgainStopsWhatRan() {
    let model = DetailModel(library: library)
    model.load()
    model.load()
    #expect(library.cancelledCount == 1)
    library.answer(shelf, at: 1)
    #expect(model.shown == 1)
  }

  @Test func nothingOutlivesTheModel() {
    var model: DetailModel? = DetailModel(library: library)
    weak let watched = model
    model?.load()
    model = nil
    #expect(watched == nil)
    #expect(library.cancelledCount == 1)
  }

  @Test func addsUpOnTheMainActor() async throws {
    let model = DetailModel(library: library)
    let pages = model.loadPages()
    library.answerLater(shelf, at: 0)
    #expect(try await pages.value == 300)
  }
}
