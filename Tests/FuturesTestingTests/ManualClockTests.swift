import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct ManualClockTests {
  let clock = ManualClock()

  @Test func startsAtZeroAndMovesOnlyForward() {
    #expect(clock.now.offset == .zero)
    clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
    clock.advance(by: .seconds(-1))
    clock.advance(to: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func instantsCountFromTheStart() {
    let one = ManualClock.Instant(offset: .seconds(1))
    let three = one.advanced(by: .seconds(2))
    #expect(three.offset == .seconds(3))
    #expect(one < three)
    #expect(three.duration(to: one) == .seconds(-2))
    #expect(clock.minimumResolution > .zero)
  }

  @Test func firesAtTheDeadlineNotBefore() {
    let fired = Log<Int>()
    _ = clock.schedule(after: .seconds(5)) { fired.add(1) }
    clock.advance(by: .seconds(5) - .nanoseconds(1))
    #expect(fired.all.isEmpty)
    clock.advance(by: .nanoseconds(1))
    #expect(fired.all == [1])
    clock.advance(by: .seconds(5))
    #expect(fired.all == [1])
  }

  @Test func firesInOrderOfDeadlinesAndThenOfAge() {
    let fired = Log<String>()
    for (name, delay) in [("c", 3), ("a1", 1), ("b", 2), ("a2", 1), ("a3", 1)] {
      _ = clock.schedule(after: .seconds(delay)) { fired.add(name) }
    }
    #expect(clock.pendingTimers.map(\.offset) == [1, 1, 1, 2, 3].map { .seconds($0) })
    clock.advance(by: .seconds(3))
    #expect(fired.all == ["a1", "a2", "a3", "b", "c"])
  }

  @Test func standsAtTheDeadlineWhileATimerFires() {
    let times = Log<Duration>()
    for delay in [1, 4] {
      _ = clock.schedule(after: .seconds(delay)) { [clock] in times.add(clock.now.offset) }
    }
    clock.advance(by: .seconds(10))
    #expect(times.all == [.seconds(1), .seconds(4)])
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func firesTimersThatTimersSchedule() {
    let times = Log<Duration>()
    @Sendable func tick() {
      times.add(clock.now.offset)
      _ = clock.schedule(after: .seconds(2)) { tick() }
    }
    tick()
    clock.advance(by: .seconds(5))
    #expect(times.all == [0, 2, 4].map { .seconds($0) })
    #expect(clock.pendingTimers.map(\.offset) == [.seconds(6)])
  }

  @Test(arguments: [Duration.zero, .seconds(-3)])
  func aTimerThatIsDueWaitsForTheNextAdvance(delay: Duration) {
    let fired = Log<Int>()
    _ = clock.schedule(after: delay) { fired.add(1) }
    #expect(fired.all.isEmpty)
    clock.advance(by: .zero)
    #expect(fired.all == [1])
    #expect(clock.now.offset == .zero)
  }

  @Test func advancesToTheNextTimer() {
    let fired = Log<String>()
    _ = clock.schedule(after: .seconds(2)) { fired.add("a") }
    _ = clock.schedule(after: .seconds(2)) { fired.add("b") }
    _ = clock.schedule(after: .seconds(7)) { fired.add("c") }
    #expect(clock.advanceToNextTimer() == .seconds(2))
    #expect(fired.all == ["a", "b"])
    #expect(clock.advanceToNextTimer() == .seconds(5))
    #expect(clock.advanceToNextTimer() == nil)
    #expect(clock.now.offset == .seconds(7))
  }

  @Test func mayBeAdvancedInsideATimer() {
    let times = Log<Duration>()
    _ = clock.schedule(after: .seconds(1)) { [clock] in
      clock.advance(by: .seconds(10))
      times.add(clock.now.offset)
    }
    _ = clock.schedule(after: .seconds(3)) { [clock] in times.add(clock.now.offset) }
    clock.advance(by: .seconds(2))
    #expect(times.all == [.seconds(3), .seconds(11)])
    #expect(clock.now.offset == .seconds(11))
  }

  // MARK: Cancelling

  @Test func aCancelledTimerIsGoneAndReleased() {
    let fired = Log<Int>()
    var probe: Tracked? = Tracked()
    weak let watched = probe
    let timer = clock.schedule(after: .seconds(1)) { [probe] in
      withExtendedLifetime(probe) { fired.add(1) }
    }
    probe = nil
    #expect(watched != nil)
    timer.cancel()
    #expect(watched == nil)
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(fired.all.isEmpty)
    timer.cancel()
  }

  @Test func aTimerReleasesItsClosureAfterItFired() {
    var probe: Tracked? = Tracked()
    weak let watched = probe
    let timer = clock.schedule(after: .seconds(1)) { [probe] in withExtendedLifetime(probe) {} }
    probe = nil
    clock.advance(by: .seconds(1))
    #expect(watched == nil)
    timer.cancel()
  }

  @Test func cancelsTheRightOneOfManyTimers() {
    let fired = Log<Int>()
    let timers = (0..<100).map { number in
      clock.schedule(after: .seconds(number % 7)) { fired.add(number) }
    }
    for number in stride(from: 0, to: 100, by: 3) { timers[number].cancel() }
    clock.advance(by: .seconds(7))
    let kept = (0..<100).filter { $0 % 3 != 0 }
    #expect(fired.all.sorted() == kept)
    #expect(fired.all == kept.sorted { ($0 % 7, $0) < ($1 % 7, $1) })
  }
}
