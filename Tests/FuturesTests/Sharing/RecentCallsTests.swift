import TestSupport
import Testing

@testable import Futures

@Suite struct RecentCallsTests {
  private var recent = RecentCalls(over: .seconds(10))

  @Test mutating func callsCountUntilTheyLeaveTheWindow() {
    recent.add(calls: 2, marked: 1, at: .seconds(1))
    recent.add(calls: 1, at: .seconds(4))
    #expect(recent.calls == 3 && recent.marked == 1)
    recent.slide(to: .milliseconds(10_999))
    #expect(recent.calls == 3 && recent.marked == 1)
    recent.slide(to: .seconds(11))
    #expect(recent.calls == 1 && recent.marked == 0)
    recent.slide(to: .seconds(14))
    #expect(recent.calls == 0)
  }

  @Test mutating func aLongTimeClearsTheWindow() {
    recent.add(calls: 1, marked: 1, at: .zero)
    recent.add(calls: 1, at: .seconds(1 << 40))
    #expect(recent.calls == 1 && recent.marked == 0)
    recent.slide(to: .seconds(1 << 40) + .milliseconds(9_999))
    #expect(recent.calls == 1)
    recent.slide(to: .seconds(1 << 40) + .seconds(10))
    #expect(recent.calls == 0)
  }

  /// Threads come with times that are not in order.
  @Test mutating func aTimeThatIsALittleEarlierCountsAsTheNewest() {
    recent.add(calls: 1, at: .seconds(5))
    recent.add(calls: 1, at: .milliseconds(4_999))
    #expect(recent.calls == 2)
    recent.slide(to: .milliseconds(14_999))
    #expect(recent.calls == 2)
  }

  @Test mutating func aClockThatIsSetBackForgetsTheCalls() {
    recent.add(calls: 1, marked: 1, at: .seconds(100))
    recent.add(calls: 1, at: .seconds(-3))
    #expect(recent.calls == 1 && recent.marked == 0)
    recent.slide(to: .milliseconds(6_999))
    #expect(recent.calls == 1)
    recent.slide(to: .seconds(7))
    #expect(recent.calls == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)])
  func windowsOfAnyLengthDoNotTrap(_ window: Duration) {
    var recent = RecentCalls(over: window)
    for time in [Duration.zero, .seconds(1), .seconds(1 << 60), .seconds(-1 << 60), .zero] {
      recent.add(calls: 1, marked: 1, at: time)
      #expect(recent.calls >= 1 && recent.marked == recent.calls)
    }
  }

  /// A call counts for nine to ten tenths of the window.
  @Test func countsAreThoseOfAListOfCalls() {
    for seed in PropertySeed.seeds(100, of: "recent calls") {
      var random = RandomNumbers(seed: seed)
      var recent = RecentCalls(over: .seconds(10))
      var now = Duration.zero
      var calls: [Duration] = []
      for _ in 0..<200 {
        now += .milliseconds(random.number(0...random.element([10, 800, 3_000, 15_000])))
        recent.add(calls: 1, marked: 1, at: now)
        calls.append(now)
        let fewest = calls.count { now - $0 <= .seconds(9) }
        let most = calls.count { now - $0 < .seconds(10) }
        #expect((fewest...most).contains(recent.calls), "seed \(seed)")
        #expect(recent.marked == recent.calls, "seed \(seed)")
      }
    }
  }
}
