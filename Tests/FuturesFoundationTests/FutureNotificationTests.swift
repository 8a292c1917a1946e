import Foundation
import Futures
import FuturesFoundation
import FuturesTesting
import Testing
import TestSupport

extension Notification.Name {
  fileprivate static let changed = Notification.Name("changed")
}

@Suite(.timeLimit(.minutes(10)))
struct FutureNotificationTests {
  private struct Refused: Error {}

  let center = NotificationCenter()

  @Test func succeedsWithTheFutureNotification() {
    let changed = center.futureNotification(named: .changed)
    #expect(!changed.isSettled)
    center.post(name: Notification.Name("other"), object: nil)
    #expect(!changed.isSettled)
    center.post(name: .changed, object: nil)
    #expect(changed.currentValue != nil)
  }

  @Test func takesWhatIsNeededOutOfTheNotification() {
    let level = center.futureNotification(named: .changed) { $0.userInfo?["level"] as? Int }
    center.post(name: .changed, object: nil, userInfo: ["level": "high"])
    #expect(!level.isSettled)
    center.post(name: .changed, object: nil, userInfo: ["level": 7])
    center.post(name: .changed, object: nil, userInfo: ["level": 8])
    #expect(level.currentValue == 7)
  }

  @Test func anErrorOfTheClosureFailsTheFuture() {
    let level = center.futureNotification(named: .changed) { _ -> Int? in throw Refused() }
    center.post(name: .changed, object: nil)
    #expect(level.currentError is Refused)
  }

  @Test func hearsOneSenderOnly() {
    let (mine, other) = (Tracked(), Tracked())
    let changed = center.futureNotification(named: .changed, object: mine)
    center.post(name: .changed, object: nil)
    center.post(name: .changed, object: other)
    #expect(!changed.isSettled)
    center.post(name: .changed, object: mine)
    #expect(changed.currentValue != nil)
  }

  @Test func isNotCalledAgain() {
    let log = Log<Int>()
    let changed = center.futureNotification(named: .changed) { _ in log.add(1) }
    for _ in 1...3 { center.post(name: .changed, object: nil) }
    #expect(log.all == [1])
    #expect(changed.isSettled)
  }

  @Test func mayPostInsideTheClosure() {
    let log = Log<Int>()
    let changed = center.futureNotification(named: .changed) { [center] notification -> Int? in
      let depth = notification.userInfo?["depth"] as? Int ?? 0
      log.add(depth)
      if depth < 2 {
        center.post(name: .changed, object: nil, userInfo: ["depth": depth + 1])
      }
      return depth
    }
    center.post(name: .changed, object: nil)
    #expect(log.all == [0, 1, 2])
    #expect(changed.currentValue == 2)
  }

  // MARK: Removing the observer

  @Test func aTimeLimitHoldsAlsoIfNobodyKeepsItsSource() {
    let clock = ManualClock()
    func wait() -> Future<Void, any Error> {
      let source = CancellationSource()
      source.cancel(after: .seconds(5), clock: clock)
      return center.futureNotification(named: .changed, cancellation: source.token)
    }
    let late = wait()
    clock.advance(by: .seconds(5))
    #expect(late.currentError is CancellationError)
    let inTime = wait()
    center.post(name: .changed, object: nil)
    #expect(inTime.isSettled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(arguments: ["completion", "failure", "cancel", "token"])
  func theObserverIsRemovedAndReleased(at end: String) {
    var probe: Tracked? = Tracked()
    weak let watched = probe
    let log = Log<Int>()
    let source = CancellationSource()
    let changed = center.futureNotification(named: .changed, cancellation: source.token) {
      [probe] _ -> Void? in
      withExtendedLifetime(probe) { log.add(1) }
      if end == "failure" { throw Refused() }
      return ()
    }
    probe = nil
    #expect(watched != nil)
    switch end {
    case "completion", "failure": center.post(name: .changed, object: nil)
    case "cancel": changed.cancel()
    default: source.cancel()
    }
    #expect(watched == nil)
    let count = log.all.count
    center.post(name: .changed, object: nil)
    #expect(log.all.count == count)
    #expect((changed.currentError is CancellationError) == ["cancel", "token"].contains(end))
  }

  @Test func aTokenCancelledBeforeDoesNotObserve() {
    let source = CancellationSource()
    source.cancel()
    let log = Log<Int>()
    let changed = center.futureNotification(named: .changed, cancellation: source.token) { _ in
      log.add(1)
    }
    center.post(name: .changed, object: nil)
    #expect(changed.currentError is CancellationError)
    #expect(log.all.isEmpty)
  }

  @Test func aTokenForgetsWhatIsDone() {
    let source = CancellationSource()
    var found: Future<Tracked, any Error>? = center.futureNotification(
      named: .changed,
      cancellation: source.token
    ) { _ in Tracked() }
    center.post(name: .changed, object: nil)
    weak let watched = found?.currentValue
    #expect(watched != nil)
    found = nil
    #expect(watched == nil)
    #expect(!source.isCancelled)
  }

  @Test func aCenterThatGoesAwayBreaksThePromise() {
    var temporary: NotificationCenter? = NotificationCenter()
    weak let watched = temporary
    let changed = temporary?.futureNotification(named: .changed)
    temporary = nil
    #expect(watched == nil)
    #expect(changed?.currentError is BrokenPromise)
  }
}
