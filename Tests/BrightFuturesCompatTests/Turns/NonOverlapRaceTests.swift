import BrightFuturesCompat
import Dispatch
import Synchronization
import Testing
import TestSupport

/// Callbacks never overlap, whatever happens at the same time.
@Suite(.serialized, .timeLimit(.minutes(20))) struct NonOverlapRaceTests {
  private let rounds = StressSize.rounds / 10

  /// Notices two callbacks that run at once.
  private final class Zone: Sendable {
    private let inside = Atomic<Int>(0)
    private let overlaps = Atomic<Int>(0)
    private let visits = Atomic<Int>(0)

    var overlapCount: Int { overlaps.load(ordering: .relaxed) }
    var visitCount: Int { visits.load(ordering: .relaxed) }

    func visit() {
      if inside.add(1, ordering: .acquiringAndReleasing).oldValue != 0 {
        overlaps.add(1, ordering: .relaxed)
      }
      for _ in 0..<20 { _ = inside.load(ordering: .relaxed) }
      visits.add(1, ordering: .relaxed)
      inside.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  @Test func registrationAgainstRegistrationOnASettledFuture() async {
    let rounds = rounds
    let zone = Zone()
    let future = Future<Int, Never>(value: 1)
    await race(rounds: rounds) { _ in
      future.onSuccess(immediateExecutionContext) { _ in zone.visit() }
    } _: { _ in
      future.onComplete(immediateExecutionContext) { _ in zone.visit() }
    }
    // Both threads are done; whoever had the turn last has run what was parked.
    #expect(zone.overlapCount == 0)
    #expect(zone.visitCount == 2 * rounds)
  }

  @Test func registrationAgainstCompletion() async {
    let rounds = rounds
    let futures = (0..<rounds).map { _ in Promise<Int, Never>() }
    let zones = (0..<rounds).map { _ in Zone() }
    for (promise, zone) in zip(futures, zones) {
      promise.future.onSuccess(immediateExecutionContext) { _ in zone.visit() }
      promise.future.onSuccess(immediateExecutionContext) { _ in zone.visit() }
    }
    await race(rounds: rounds) {
      futures[$0].success(1)
    } _: { round in
      let zone = zones[round]
      futures[round].future.onSuccess(immediateExecutionContext) { _ in zone.visit() }
      futures[round].future.andThen(context: immediateExecutionContext) { _ in zone.visit() }
    }
    #expect(zones.allSatisfy { $0.overlapCount == 0 && $0.visitCount == 4 })
  }

  @Test func queuesAgainstEachOther() async {
    let queues = (0..<4).map { DispatchQueue(label: "queue \($0)").context }
    for _ in 0..<(rounds / 100) {
      let zone = Zone()
      let promise = Promise<Int, Never>()
      let all = (0..<40).map { index -> Future<Int, Never> in
        let context = index % 5 == 4 ? immediateExecutionContext : queues[index % 5 % 4]
        return promise.future.andThen(context: context) { _ in zone.visit() }
      }
      DispatchQueue.global().async { promise.success(1) }
      _ = await all.sequence().get()
      #expect(zone.overlapCount == 0)
      #expect(zone.visitCount == 40)
    }
  }

  @Test func theGlobalQueueRunsThemOneAtATime() async {
    let zone = Zone()
    let future = Future<Int, Never>(value: 1)
    let all = (0..<(rounds / 10)).map { _ in
      future.map(DispatchQueue.global().context) { _ in zone.visit() }
    }
    _ = await all.sequence().get()
    #expect(zone.overlapCount == 0)
    #expect(zone.visitCount == rounds / 10)
  }

  @Test func aChainOnTheGlobalQueueAlwaysSettles() async {
    for _ in 0..<(StressSize.isLong ? 100_000 : 2_000) {
      let promise = Promise<Int, any Error>()
      var future = promise.future
      for _ in 0..<10 { future = future.map { $0 + 1 } }
      promise.success(0)
      #expect(waitHere(for: future) == 10)
    }
  }

  @Test func droppedCallbacksPassTheTurnOn() async {
    let queue = DispatchQueue(label: "queue")
    for round in 0..<(rounds / 50) {
      let zone = Zone()
      let token = InvalidationToken()
      let future = Future<Int, Never>(value: 1)
      for _ in 0..<10 {
        future.onSuccess(token.validContext(DispatchQueue.global().context)) { _ in zone.visit() }
        future.onSuccess(queue.context) { _ in zone.visit() }
      }
      if round % 2 == 0 { token.invalidate() }
      let last = future.andThen(context: queue.context) { _ in zone.visit() }
      _ = await last.get()
      #expect(zone.overlapCount == 0)
    }
  }

  @Test func settlingWhileAnotherThreadRegisters() async {
    let rounds = rounds
    let promises = (0..<rounds).map { _ in Promise<Int, Never>() }
    let zones = (0..<rounds).map { _ in Zone() }
    // With an observer there already, the next ones are added under the flag that settling leaves
    // to them.
    for (promise, zone) in zip(promises, zones) {
      for _ in 0..<2 { promise.future.onSuccess(immediateExecutionContext) { _ in zone.visit() } }
    }
    await race(rounds: rounds) {
      let zone = zones[$0]
      promises[$0].success(1)
      // The other thread may still be adding what it registers.
      promises[$0].future.onSuccess(immediateExecutionContext) { _ in zone.visit() }
      promises[$0].future.onSuccess(CountingContext().closure) { _ in zone.visit() }
    } _: {
      let zone = zones[$0]
      promises[$0].future.onSuccess(immediateExecutionContext) { _ in zone.visit() }
      promises[$0].future.onSuccess(CountingContext().closure) { _ in zone.visit() }
    }
    #expect(zones.allSatisfy { $0.overlapCount == 0 && $0.visitCount == 6 })
  }
}

/// Blocks in code that is not asynchronous, as only that may.
private func waitHere(for future: Future<Int, any Error>) -> Int? {
  future.forced(.now() + .seconds(600))?.value
}
