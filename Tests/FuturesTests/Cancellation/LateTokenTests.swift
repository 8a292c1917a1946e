import Futures
import FuturesTesting
import Testing

/// Tokens that are cancelled at awkward moments.
@Suite struct LateTokenTests {
  @Test func aJobThatRunsWhileTheTokenIsBeingCancelledStillSettlesWhatIsDerived() {
    let manual = ManualContext()
    let source = CancellationSource()
    // This observer is registered first, so it is called first: the flag is set by then, and the
    // job sees it.
    source.token.onCancel { manual.runAll() }
    let promise = Promise<Int, any Error>()
    let last = promise.future.on(manual.context).map(cancellation: source.token) { $0 + 1 }
      .map { $0 + 1 }
    promise.succeed(1)
    source.cancel()
    #expect(last.currentError is CancellationError)
  }

  @Test func aTokenCancelsWhatIsDerivedThroughAnInvalidContext() {
    let source = CancellationSource()
    let invalid = InvalidationToken()
    invalid.invalidate()
    let promise = Promise<Int, any Error>()
    let derived = promise.future.on(invalid.validContext).map(cancellation: source.token) { $0 }
    #expect(!derived.isSettled)
    source.cancel()
    #expect(derived.currentError is CancellationError)
  }

  @Test func observersOfADroppedFlatMapHearOfABrokenPromiseInside() {
    let outer = Promise<Int, any Error>()
    var inner: Promise<Int, Never>? = Promise()
    let within = inner!.future
    let heard = Promise<Void, Never>()
    outer.future.flatMap { _ in within }.onFailure { error in
      if error is BrokenPromise { heard.succeed() }
    }
    outer.succeed(1)
    inner = nil
    #expect(heard.future.isSettled)
  }

  @Test func aLoserIsCancelledEvenIfNobodyKeptAHandle() {
    let winner = Promise<Int, any Error>()
    let isCancelled = isCancelledWithoutAHandle { adopted in
      _ = [adopted, winner.future].firstCompleted(cancelsLosers: true)
    } once: {
      winner.succeed(2)
    }
    #expect(isCancelled)
  }

  @Test func aLateFutureIsCancelledEvenIfNobodyKeptAHandle() {
    let clock = ManualClock()
    let isCancelled = isCancelledWithoutAHandle { adopted in
      adopted.timeout(.seconds(1), clock: clock, cancelsLateFuture: true).ignoringFailure()
    } once: {
      clock.advance(by: .seconds(1))
    }
    #expect(isCancelled)
  }

  /// Returns whether a future that waits for its inner one is cancelled, even if only what `use`
  /// derives from it keeps it alive.
  private func isCancelledWithoutAHandle(
    _ use: (Future<Int, any Error>) -> Void,
    once decide: () -> Void
  ) -> Bool {
    let outer = Promise<Int, any Error>()
    let within = Promise<Int, any Error>()
    let inner = within.future
    let heard = Promise<Void, Never>()
    func start() {
      let adopted = outer.future.flatMap { _ in inner }
      adopted.onSettled { heard.succeed() }
      use(adopted)
    }
    start()
    outer.succeed(1)
    withExtendedLifetime(within, decide)
    return heard.future.isSettled
  }

  @Test func theLastShareStopsWorkThatNobodyElseHolds() {
    let outer = Promise<Int, any Error>()
    let within = Promise<Int, any Error>()
    let inner = within.future
    let stopped = Promise<Void, Never>()
    func share() -> Future<Int, any Error> {
      InterestCounter(outer.future.flatMap { _ in inner }) { stopped.succeed() }.share()
    }
    let only = share()
    outer.succeed(1)
    only.cancel()
    #expect(stopped.future.isSettled)
  }
}
