import Futures
import TestSupport

/// A sequence of numbers that counts its reads, and can wait at its end.
struct Readings<Failure: Error>: AsyncSequence, Sendable {
  typealias Element = Int

  /// What follows the last number.
  enum Ending: Sendable {
    case end
    case failure(Failure)
    /// The sequence waits until the task is cancelled.
    case wait
  }

  private let numbers: [Int]
  private let ending: Ending
  private let reads = Counter()
  private let iterator = Tracker()
  /// Settles when a reader waits for an end that never comes.
  let waiting = Promise<Void, Never>()

  init(_ numbers: [Int], then ending: Ending = .end) {
    self.numbers = numbers
    self.ending = ending
  }

  /// The number of calls of `next`.
  var readCount: Int { reads.value }

  /// Settles when the iterator has been released.
  var released: Future<Void, any Error> { iterator.released.future }

  func makeAsyncIterator() -> Iterator { Iterator(sequence: self, end: IteratorEnd(iterator)) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: Readings
    fileprivate let end: IteratorEnd
    private var position = 0

    fileprivate init(sequence: Readings, end: IteratorEnd) {
      self.sequence = sequence
      self.end = end
    }

    mutating func next(isolation: isolated (any Actor)?) async throws(Failure) -> Int? {
      sequence.reads.add()
      if position < sequence.numbers.count {
        position += 1
        return sequence.numbers[position - 1]
      }
      switch sequence.ending {
      case .end: return nil
      case .failure(let error): throw error
      case .wait:
        await sequence.waitForCancellation()
        return nil
      }
    }
  }

  private func waitForCancellation() async {
    let cancelled = Promise<Void, Never>()
    await withTaskCancellationHandler {
      waiting.succeed()
      await cancelled.future.value
    } onCancel: {
      cancelled.succeed()
    }
  }
}

/// Outlives the iterator and learns of its end.
private final class Tracker: Sendable {
  let released = Promise<Void, any Error>()
}

/// Belongs to an iterator.
private final class IteratorEnd: Sendable {
  private let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  deinit { tracker.released.succeed() }
}
