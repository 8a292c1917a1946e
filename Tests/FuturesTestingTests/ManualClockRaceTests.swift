import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ManualClockRaceTests {
  let clock = ManualClock()

  @Test func advancingFromManyThreadsFiresEachTimerOnce() async {
    let fired = Log<Int>()
    for number in 0..<1_000 {
      _ = clock.schedule(after: .milliseconds(number)) { fired.add(number) }
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [clock] in
          for step in 1...100 { clock.advance(to: .init(offset: .milliseconds(step * 10))) }
        }
      }
    }
    #expect(fired.all.sorted() == Array(0..<1_000))
    #expect(clock.now.offset == .seconds(1))
  }

  /// With timers in a sorted array, this takes minutes.
  @Test(.timeLimit(.minutes(10)))
  func manyTimersAreAddedRemovedAndFiredInOrder() {
    let fired = Log<Int>()
    var timers: [ScheduledTimer] = []
    for number in 0..<300_000 {
      let timer = clock.schedule(after: .milliseconds(300_000 - number)) { fired.add(number) }
      timers.append(timer)
    }
    for timer in timers.prefix(150_000) { timer.cancel() }
    #expect(clock.pendingTimers.count == 150_000)
    clock.advance(by: .seconds(300))
    #expect(fired.all == (150_000..<300_000).reversed())
  }

  @Test func aSleeperDoesNotMissTheMomentItWaitsFor() async throws {
    var missed = 0
    for _ in 1...20_000 {
      let clock = ManualClock()
      let end = ManualClock.Instant(offset: .seconds(1))
      let (begun, ended) = (Box(false), Box(false))
      let sleeper = Task {
        begun.value = true
        try await clock.sleep(until: end)
        ended.value = true
      }
      while !begun.value { await Task.yield() }
      clock.advance(to: end)
      while !ended.value {
        if !clock.pendingTimers.isEmpty {
          missed += 1
          clock.advance(by: .zero)
        }
        await Task.yield()
      }
      try await sleeper.value
    }
    #expect(missed == 0)
  }

  @Test func cancellingATimerThatFiresLosesOrWins() async {
    for _ in 1...200 {
      let fired = Log<Int>()
      let timers = (0..<10).map { number in
        clock.schedule(after: .seconds(1)) { fired.add(number) }
      }
      await withTaskGroup { group in
        group.addTask { [clock] in clock.advance(by: .seconds(1)) }
        group.addTask { for timer in timers.reversed() { timer.cancel() } }
      }
      #expect(fired.all == Array(0..<fired.all.count))
      #expect(clock.pendingTimers.isEmpty)
    }
  }

  @Test func cancellingASleeperThatIsWokenLosesOrWins() async throws {
    for _ in 1...200 {
      let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
      try await clock.waitForPendingTimers()
      await withTaskGroup { group in
        group.addTask { [clock] in clock.advance(by: .seconds(1)) }
        group.addTask { sleeper.cancel() }
      }
      let result = await sleeper.result
      if case .failure(let error) = result { #expect(error is CancellationError) }
      #expect(clock.pendingTimers.isEmpty)
    }
  }
}
