import Dispatch
import Futures
import Synchronization

// The view models of this folder are written once, and compiled in both ways in which apps compile
// theirs: in modules whose declarations belong to the main actor by default, where they name no
// actor, and in ActorClientTests, where they do. Only the former have the feature
// `NonisolatedNonsendingByDefault`.

/// What the server sends.
///
/// Background code makes and reads it, so it is not tied to the main actor.
nonisolated struct LibraryBook: Sendable, Equatable {
  let id: Int
  let title: String
}

nonisolated enum LibraryError: Error, Equatable {
  case offline
  case closed(until: Int)
  case cancelled
}

nonisolated extension LibraryError: CancellationRepresentable {
  static var cancellation: LibraryError { .cancelled }
  var isCancellation: Bool { self == .cancelled }
}

/// A client of a server, whose answers the tests give.
///
/// What it does is not tied to the main actor.
nonisolated final class Library: Sendable {
  private let requests = Mutex<[Promise<[LibraryBook], any Error>]>([])
  private let cancellations = Mutex(0)

  var requestCount: Int { requests.withLock { $0.count } }
  var cancelledCount: Int { cancellations.withLock { $0 } }

  func books() -> Future<[LibraryBook], any Error> {
    let promise = Promise<[LibraryBook], any Error>()
    promise.onCancel { self.cancellations.withLock { $0 += 1 } }
    requests.withLock { $0.append(promise) }
    return promise.future
  }

  func answer(_ books: [LibraryBook], at index: Int) { request(index).succeed(books) }
  func fail(_ error: any Error, at index: Int) { request(index).fail(error) }

  /// Answers from a background thread.
  func answerLater(_ books: [LibraryBook], at index: Int) {
    let promise = request(index)
    DispatchQueue.global().async { promise.succeed(books) }
  }

  private func request(_ index: Int) -> Promise<[LibraryBook], any Error> {
    requests.withLock { $0[index] }
  }

  /// Work that a background queue does.
  func pageCount(of book: LibraryBook) -> Future<Int, any Error> {
    Future(on: .global()) { book.id * 100 }
  }

  func cover(of book: LibraryBook) -> Future<String, LibraryError> {
    book.id == 13 ? Future(error: .closed(until: 14)) : Future(value: "cover \(book.id)")
  }
}

let shelf = [LibraryBook(id: 2, title: "Emma"), LibraryBook(id: 1, title: "Persuasion")]
