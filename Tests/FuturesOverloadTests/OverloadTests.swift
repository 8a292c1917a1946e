import Futures
import FuturesTesting
import Synchronization
import Testing

/// Each public overload passes on what it is given.
///
/// `scripts/overloads.py` lists them; the stage `lint` checks that the list is complete.
@Suite(.timeLimit(.minutes(10)))
struct OverloadTests {
  @Test(arguments: overloads)
  func closuresRunInTheirPlaces(_ overload: Overload) async throws {
    let call = Call(overload, work: .succeeds)
    let result = overload.start(call)
    call.begin()
    try await endPause(of: call, overload)
    await call.waitForClosures()
    withExtendedLifetime(result) {}
    for (closure, places) in call.places.enumerated() {
      #expect(Set(places) == [overload.place(of: closure)], "closure \(closure)")
    }
  }

  @Test(arguments: Overload.all(with: .token))
  func nothingRunsWithACancelledToken(_ overload: Overload) async throws {
    let call = Call(overload, work: .succeeds)
    call.source.cancel()
    let result = overload.start(call)
    call.begin()
    await call.waitForPlaces()
    #expect(call.places.joined().isEmpty)
    // What cannot fail has no outcome of its own, and an observer does not change the outcome.
    if !overload.has(.neverFails) && !overload.has(.observes) {
      await expectCancelled(result)
    }
  }

  @Test(arguments: Overload.all(with: .token, .startsWork))
  func theTokenCancelsWorkThatHasBegun(_ overload: Overload) async throws {
    let call = Call(overload, work: .pends)
    let result = overload.start(call)
    call.begin()
    try await endPause(of: call, overload)
    await call.waitForWork()
    #expect(!result.isSettled)
    call.source.cancel()
    await expectCancelled(result)
  }

  @Test(arguments: Overload.cancellableOnAContext)
  func aContextThatDestroysItsJobsCancelsTheResult(_ overload: Overload) async throws {
    let call = Call(overload, work: .succeeds, on: .custom("lost") { _ in })
    let result = overload.start(call)
    call.begin()
    try await endPause(of: call, overload)
    await expectCancelled(result)
    #expect(call.places.joined().isEmpty)
  }

  @Test(arguments: Overload.cancellableOnAContext)
  func aContextThatIsClosedAfterItsFirstJobLeavesNothingPending(_ overload: Overload) async throws {
    let isClosed = Mutex(false)
    let call = Call(
      overload,
      work: .succeeds,
      on: .custom("closes") { job in
        let mayRun = isClosed.withLock { isClosed in
          defer { isClosed = true }
          return !isClosed
        }
        if mayRun { job() }
      }
    )
    let result = overload.start(call)
    call.begin()
    try await endPause(of: call, overload)
    // Whether it needs another job is up to the overload.
    _ = await result.result
  }

  @Test(arguments: Overload.all(with: .limit))
  func workWaitsForItsTurn(_ overload: Overload) async throws {
    let call = Call(overload, work: .pends)
    // Both calls share the limit, or the elements of each call do.
    let results = [overload.start(call), overload.start(call)]
    call.begin()
    await call.waitForPlaces()
    let isShared = overload.name.hasPrefix("ConcurrencyLimit")
    #expect(call.places.last?.count == (isShared ? 1 : 2))
    call.source.cancel()
    for result in results { await expectCancelled(result) }
  }

  @Test(arguments: Overload.all(with: .clock))
  func timePassesOnTheClock(_ overload: Overload) async throws {
    let call = Call(overload, work: overload.has(.retries) ? .fails : .pends)
    let result = overload.start(call)
    call.begin()
    try await call.clock.waitForPendingTimers(1)
    #expect(call.clock.pendingTimers == [.init(offset: .seconds(1))])
    #expect(!result.isSettled)
  }

  /// Lets the time pass for which an overload waits before it calls its closure.
  private func endPause(of call: Call, _ overload: Overload) async throws {
    if !overload.has(.pauses) { return }
    try await call.clock.waitForPendingTimers(1)
    call.clock.advance(by: .seconds(1))
  }

  private func expectCancelled(
    _ result: Future<Void, any Error>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard case .failure(let error) = await result.result else {
      Issue.record("it succeeded", sourceLocation: sourceLocation)
      return
    }
    let isCancelled = (error as? any CancellationRepresentable)?.isCancellation ?? false
    #expect(
      isCancelled || error is CancellationError,
      "\(error)",
      sourceLocation: sourceLocation
    )
  }
}
