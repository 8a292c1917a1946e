internal import Futures

/// The turn of a run under a limit.
///
/// The run takes its place when it is started, so that runs begin in that order.
final class RunTurn: Sendable {
  private let begin = Promise<Void, any Error>()
  private let end = Promise<Void, any Error>()
  private let place: Future<Void, any Error>
  private let isLeft = Once()

  /// Takes a place after the waiting runs.
  init(under limit: ConcurrencyLimit) {
    place = limit.run(on: .inline, cancellation: .never) { [begin, end] in
      begin.succeed()
      return end.future
    }
  }

  /// Whether it is the turn of the run.
  var hasCome: Bool { begin.future.isSettled }

  /// Waits for the turn, or until the run has given up its place.
  func wait() async { _ = await begin.future.settledResult() }

  /// Gives up the place of a run whose steps have stopped, or will never begin.
  func leave() {
    guard isLeft.claim() else { return }
    end.succeed()
    place.cancel()
    begin.cancel()
  }
}
