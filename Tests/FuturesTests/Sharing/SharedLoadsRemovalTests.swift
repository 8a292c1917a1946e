import Futures
import FuturesTesting
import TestSupport
import Testing

/// What a `SharedLoads` is given, and what leaves it, other than by loads.
@Suite struct SharedLoadsRemovalTests {
  private typealias Loads = SharedLoads<Int, Int, any Error>

  private let clock = ManualClock()
  private let server = ManualServer()

  private func loads(_ retention: Retention<Int>) -> Loads {
    Loads(keeping: retention, clock: clock, sweepingOn: clock)
  }

  private func load(_ keys: some Sequence<Int>, from loads: Loads) {
    for key in keys { #expect(loads.load(key) { Future(value: key) }.currentValue == key) }
  }

  private var dueTimes: [Duration] { clock.pendingTimers.map(\.offset) }

  // MARK: Expiry

  @Test func whatHasExpiredIsRemovedThoughNobodyAsks() {
    let loads = loads(.everything(for: .seconds(10), stale: .seconds(5)))
    load(0..<1000, from: loads)
    #expect(dueTimes == [.seconds(15)])
    clock.advance(by: .milliseconds(14_999))
    #expect(loads.count == 1000)
    clock.advance(by: .milliseconds(1))
    #expect(loads.count == 0)
    #expect(clock.pendingTimers.isEmpty)
    load(0..<1, from: loads)
    #expect(dueTimes == [.seconds(30)])
  }

  @Test func failuresThatHaveExpiredAreRemovedThoughNobodyAsks() {
    let loads = loads(.upTo(10, for: .seconds(20), failures: .seconds(5)))
    load(1...1, from: loads)
    let failure = WeakReference(fail(2, in: loads).tracked)
    #expect(dueTimes == [.seconds(5)])
    clock.advance(by: .milliseconds(4_999))
    #expect(!failure.isGone)
    clock.advance(by: .milliseconds(1))
    #expect(failure.isGone)
    #expect(loads.count == 1)
    #expect(dueTimes == [.seconds(20)])
  }

  private func fail(_ key: Int, in loads: Loads) -> Problem {
    let problem = Problem()
    loads.load(key) { throw problem }.onFailure { _ in }
    return problem
  }

  @Test func valuesThatExpireOneAfterAnotherShareATimer() {
    let loads = loads(.everything(for: .seconds(10)))
    for key in 0..<20 {
      load(key...key, from: loads)
      clock.advance(by: .milliseconds(100))
    }
    #expect(dueTimes == [.seconds(10)])
    clock.advance(by: .seconds(8))
    #expect(loads.count == 19)
    #expect(dueTimes == [.seconds(11)])
    clock.advance(by: .milliseconds(999))
    #expect(loads.count == 19)
    clock.advance(by: .milliseconds(1))
    #expect(loads.count == 9)
    #expect(dueTimes == [.seconds(12)])
  }

  @Test func theValueThatExpiresFirstDecidesWhen() {
    let loads = loads(Retention { .seconds($0) })
    load([60], from: loads)
    #expect(dueTimes == [.seconds(60)])
    load([5], from: loads)
    #expect(dueTimes == [.seconds(5)])
    load([30], from: loads)
    #expect(dueTimes == [.seconds(5)])
    loads.removeAll()
    load([20], from: loads)
    clock.advance(by: .seconds(5))
    #expect(dueTimes == [.seconds(20)])
  }

  @Test func theTimerGoesWithTheObject() {
    var loads: Loads? = loads(.everything(for: .seconds(10)))
    if let loads { load(1...1, from: loads) }
    #expect(clock.pendingTimers.count == 1)
    loads = nil
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aClockForTestsHasNoTimer() {
    let loads = Loads(keeping: .everything(for: .seconds(10)), clock: clock)
    load(1...1, from: loads)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func theClockOfTheSystemHasATimer() async {
    let loads = SharedLoads<Int, Mortal, any Error>(keeping: .everything(for: .milliseconds(1)))
    let end = Promise<Void, Never>()
    loads.load(1) { Future(value: Mortal { end.succeed() }) }.onComplete { _ in }
    await end.future.value
    #expect(loads.count == 0)
  }

  @Test func anArrivalRemovesOnlySoManyOthers() {
    let loads = Loads(keeping: .upTo(200, for: .seconds(10)), clock: clock)
    load(0..<200, from: loads)
    clock.advance(by: .seconds(10))
    load(200..<201, from: loads)
    #expect(loads.count == 200 - 64 + 1)
    load(201..<203, from: loads)
    #expect(loads.count == 200 - 3 * 64 + 3)
  }

  /// However many it takes, no fresh value leaves while one that has expired is kept.
  @Test func whatHasExpiredMakesRoomFirst() {
    let retention = Retention<Int>(totalCost: 200, cost: { $0 == 7 ? 190 : 1 }) { key in
      key == 1000 ? nil : .seconds(10)
    }
    let loads = Loads(keeping: retention, clock: clock)
    load([1000], from: loads)
    load(8..<207, from: loads)
    clock.advance(by: .seconds(10))
    load([7], from: loads)
    #expect(loads.keptValue(for: 1000) == 1000)
    #expect(loads.keptValue(for: 7) == 7)
  }

  // MARK: Values that were not loaded

  @Test func aPutValueIsKeptAsIfItWereLoaded() {
    let loads = loads(.upTo(2, for: .seconds(10)))
    load(1...2, from: loads)
    clock.advance(by: .seconds(9))
    loads.put(10, for: 1)
    loads.put(30, for: 3)
    #expect(loads.keptValue(for: 2) == nil)
    #expect(loads.load(1) { .never }.currentValue == 10)
    #expect(loads.load(3) { .never }.currentValue == 30)
    clock.advance(by: .seconds(10))
    #expect(loads.count == 0)
  }

  @Test func aLoadThatEndsAfterAPutDoesNotReplaceIt() {
    let loads = loads(.everything)
    let first = loads.load(1) { server.request("1") }
    loads.put(10, for: 1)
    #expect(loads.load(1) { .never }.currentValue == 10)
    server.answer(0, 1)
    #expect(first.currentValue == 1)
    #expect(loads.keptValue(for: 1) == 10)
  }

  @Test func aPutValueReplacesAFailure() {
    let loads = loads(.upTo(2, failures: .seconds(10)))
    _ = fail(1, in: loads)
    loads.put(10, for: 1)
    #expect(loads.load(1) { .never }.currentValue == 10)
    loads.remove(1)
    #expect(!loads.load(1) { .never }.isSettled)
  }

  @Test func aPutValueThatIsNotKeptRemovesTheOldOne() {
    let loads = loads(Retention(totalCost: 5, cost: { $0 }) { _ in nil })
    loads.put(1, for: 1)
    loads.put(6, for: 1)
    #expect(loads.count == 0)
  }

  @Test func aSharedLoadTakesAValueToo() {
    let load = SharedLoad<Int, any Error>()
    let first = load.load { server.request("") }
    load.put(2)
    server.answer(0, 1)
    #expect(first.currentValue == 1)
    #expect(load.keptValue == 2)
  }

  /// The lock is free then.
  @Test func aValueThatIsReplacedWhileTheClockIsReadMayUseTheObjectAtItsEnd() {
    let clock = JumpingClock()
    let loads = SharedLoads<Int, Mortal, any Error>(
      keeping: .everything(for: .seconds(5)),
      clock: clock
    )
    let ends = Counter()
    let put: @Sendable () -> Void = {
      clock.jump(by: .milliseconds(1))
      let value = Mortal { [weak loads] in if loads?.count == 1 { ends.add() } }
      loads.put(value, for: 1)
    }
    clock.afterNextRead {
      put()
      // The caller has found the first value, and searches again.
      clock.afterNextRead(put)
    }
    #expect(loads.keptValue(for: 1) != nil)
    #expect(ends.value == 1)
  }

  // MARK: Removal by a condition

  @Test func keysThatMeetAConditionAreRemoved() {
    let loads = loads(.upTo(1000, failures: .seconds(10)))
    load(0..<500, from: loads)
    for key in 500..<502 { _ = fail(key, in: loads) }
    let open = (502..<504).map { key in loads.load(key) { server.request("\(key)") } }
    loads.removeAll { $0 % 2 == 0 }
    #expect(loads.count == 250)
    #expect((0..<500).allSatisfy { loads.keptValue(for: $0) == ($0 % 2 == 0 ? nil : $0) })
    #expect(!loads.load(500) { .never }.isSettled)
    #expect(loads.load(501) { .never }.currentError is Problem)
    for number in 0..<2 { server.answer(number, 1) }
    #expect(open.map(\.currentValue) == [1, 1])
    #expect(loads.keptValue(for: 502) == nil)
    #expect(loads.keptValue(for: 503) == 1)
  }

  @Test func aConditionMayUseTheObject() {
    let loads = loads(.everything)
    load(0..<200, from: loads)
    loads.removeAll { key in
      loads.put(key, for: key + 1000)
      return loads.keptValue(for: key) == key && key < 1000
    }
    #expect((0..<200).allSatisfy { loads.keptValue(for: $0) == nil })
    #expect(loads.keptValue(for: 1000) == 0)
  }
}

private struct Problem: Error {
  let tracked = Tracked()
}

/// A value that calls a closure at its end.
private final class Mortal: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
