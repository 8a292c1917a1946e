import Futures
import FuturesTesting
import Testing
import TestSupport

/// An error of one test case, which distinguishes what it causes from concurrent tests.
private struct Unseen: Error {
  let count: Int
}

/// Withdrawn observers leave the observers around them as they were.
///
/// From eight withdrawals on, the future unlinks the withdrawn observers.
@Suite struct WithdrawnObserversTests {
  static let counts = [1, 7, 8, 9, 20, 100]

  @Test(arguments: counts)
  func theFirstObserverStillRuns(_ count: Int) {
    let promise = Promise<Int, any Error>()
    let log = Log<Int>()
    promise.future.onSuccess { log.add($0) }
    withdraw(count, from: promise.future)
    promise.succeed(1)
    #expect(log.all == [1])
  }

  @Test(arguments: counts)
  func theFirstObserverStillOnlyWantsTheValue(_ count: Int) {
    let recorder = DiagnosticsRecorder { ($0.error as? Unseen)?.count == count }
    recorder.record {
      let promise = Promise<Int, Unseen>()
      promise.future.onSuccess { _ in }
      withdraw(count, from: promise.future)
      promise.fail(Unseen(count: count))
    }
    #expect(recorder.diagnostics(of: .unobservedFailure).count == 1)
  }

  @Test(arguments: counts)
  func observersOfAnotherTokenStillRunInOrder(_ count: Int) {
    let promise = Promise<Int, any Error>()
    let log = Log<Int>()
    let (leaving, staying) = (CancellationSource(), CancellationSource())
    for index in 0..<count {
      promise.future.onComplete(cancellation: leaving.token) { _ in log.add(-1) }
      promise.future.onComplete(cancellation: staying.token) { _ in log.add(index) }
    }
    leaving.cancel()
    promise.succeed(1)
    #expect(log.all == Array(0..<count))
  }

  @Test(arguments: counts)
  func observersOfAnotherTokenCanBeTakenBackLater(_ count: Int) {
    let promise = Promise<Int, any Error>()
    let calls = Counter()
    let sources = (0..<3).map { _ in CancellationSource() }
    for _ in 0..<count {
      for source in sources {
        promise.future.onComplete(cancellation: source.token) { _ in calls.add() }
      }
    }
    sources[1].cancel()
    sources[0].cancel()
    promise.succeed(1)
    #expect(calls.value == count)
  }

  @Test(arguments: counts)
  func derivedFuturesStillSettle(_ count: Int) {
    let promise = Promise<Int, any Error>()
    let before = promise.future.map { $0 + 1 }
    withdraw(count, from: promise.future)
    let after = promise.future.map { $0 + 2 }
    promise.succeed(1)
    #expect(before.currentValue == 2)
    #expect(after.currentValue == 3)
  }

  /// Walking through the others once is allowed; doing so for every eighth takes tens of times as
  /// long.
  @Test func takingOneBackDoesNotLookAtAllOthers() {
    let (few, many) = (timeToWithdraw(amongOthers: 10), timeToWithdraw(amongOthers: 30_000))
    #expect(many < few * 6, "took \(few) among few others, and \(many) among many")
  }

  /// Returns the time to withdraw 3000 observers one by one, the shortest of several.
  private func timeToWithdraw(amongOthers others: Int) -> Duration {
    let times = (0..<3).map { _ in
      let promise = Promise<Int, any Error>()
      for _ in 0..<others { _ = promise.future.map { $0 } }
      let sources = (0..<3_000).map { _ in CancellationSource() }
      for source in sources { promise.future.onComplete(cancellation: source.token) { _ in } }
      defer { promise.succeed(1) }
      return processorTime { for source in sources { source.cancel() } }
    }
    return times.min() ?? .zero
  }

  /// Registers observers with a token, and cancels it.
  private func withdraw<Failure: Error>(_ count: Int, from future: Future<Int, Failure>) {
    let source = CancellationSource()
    for _ in 0..<count {
      future.onSuccess(cancellation: source.token) { _ in Issue.record("was taken back") }
    }
    source.cancel()
  }
}
