import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct LoadStatisticsTests {
  private typealias Loads = SharedLoads<Int, Int, any Error>

  private let clock = ManualClock()
  private let server = ManualServer()

  private func request(_ key: Int = 1, from loads: Loads) -> Future<Int, any Error> {
    loads.load(key) { server.request("\(key)") }
  }

  /// Does something, and returns what it has changed.
  private func change(of loads: Loads, _ body: () -> Void) -> LoadStatistics {
    var change = loads.statistics
    body()
    let after = loads.statistics
    change.hits = after.hits - change.hits
    change.staleHits = after.staleHits - change.staleHits
    change.failureHits = after.failureHits - change.failureHits
    change.joins = after.joins - change.joins
    change.misses = after.misses - change.misses
    change.refreshes = after.refreshes - change.refreshes
    change.failures = after.failures - change.failures
    change.loadTime = after.loadTime - change.loadTime
    change.evictions = after.evictions - change.evictions
    return change
  }

  private func expect(_ change: LoadStatistics, _ fill: (inout LoadStatistics) -> Void) {
    var expected = Loads().statistics
    fill(&expected)
    #expect(change == expected)
  }

  @Test func eachCallCountsOnce() {
    let retention = Retention<Int>
      .upTo(10, for: .seconds(10), stale: .seconds(60), failures: .seconds(5))
    let loads = Loads(keeping: retention, clock: clock)
    expect(change(of: loads) { for _ in 0..<3 { _ = request(from: loads) } }) {
      $0.misses = 1
      $0.joins = 2
    }
    clock.advance(by: .seconds(2))
    expect(change(of: loads) { server.answer(0, 1) }) { $0.loadTime = .seconds(2) }
    expect(change(of: loads) { for _ in 0..<3 { _ = request(from: loads) } }) { $0.hits = 3 }
    clock.advance(by: .seconds(10))
    expect(change(of: loads) { for _ in 0..<3 { _ = request(from: loads) } }) {
      $0.staleHits = 3
      $0.refreshes = 1
    }
    clock.advance(by: .seconds(3))
    expect(change(of: loads) { server.fail(1, TestError.first) }) {
      $0.failures = 1
      $0.loadTime = .seconds(3)
    }
    expect(change(of: loads) { _ = request(from: loads) }) { $0.staleHits = 1 }
    clock.advance(by: .seconds(60))
    expect(change(of: loads) { request(from: loads).cancel() }) {
      $0.misses = 1
      $0.failures = 1
    }
    expect(change(of: loads) { request(from: loads).onFailure { _ in } }) { $0.misses = 1 }
    expect(change(of: loads) { server.fail(3, TestError.first) }) { $0.failures = 1 }
    expect(change(of: loads) { request(from: loads).onFailure { _ in } }) { $0.failureHits = 1 }
  }

  @Test func tasksAreCounted() async throws {
    let loads = Loads(clock: clock)
    let load: @Sendable () async throws -> Int = { [clock] in
      clock.advance(by: .seconds(1))
      return 1
    }
    for _ in 0..<3 { _ = try await loads.value(for: 1, load) }
    let failing: @Sendable () async throws -> Int = { throw TestError.first }
    _ = try? await loads.value(for: 2, failing)
    expect(loads.statistics) {
      $0.misses = 2
      $0.hits = 2
      $0.failures = 1
      $0.loadTime = .seconds(1)
    }
  }

  @Test func aDetachedLoadIsCounted() async throws {
    let loads = Loads(detached: true, clock: clock)
    _ = try await loads.value(for: 1) { [clock] in
      clock.advance(by: .seconds(1))
      return 1
    }
    expect(loads.statistics) {
      $0.misses = 1
      $0.loadTime = .seconds(1)
    }
  }

  @Test func whatHasNoRoomIsEvictedAndWhatHasExpiredIsNot() {
    let loads = Loads(keeping: .upTo(2, for: .seconds(10)), clock: clock)
    for key in 0..<5 { loads.put(key, for: key) }
    #expect(loads.statistics.evictions == 3)
    clock.advance(by: .seconds(10))
    for key in 5..<7 { loads.put(key, for: key) }
    loads.remove(5)
    loads.removeAll()
    #expect(loads.statistics.evictions == 3)
    #expect(loads.keptValue(for: 6) == nil)
    expect(loads.statistics) { $0.evictions = 3 }
  }

  @Test func aCancelledCallerIsNotCounted() {
    let loads = Loads(clock: clock)
    let source = CancellationSource()
    source.cancel()
    let answer = loads.load(1, cancellation: source.token) { server.request("1") }
    #expect(answer.currentError is CancellationError)
    expect(loads.statistics) { _ in }
  }

  @Test func aRefusedCallIsNotCounted() {
    let loads = Loads(clock: clock)
    loads.load(1) { loads.load(1) { .never } }.onFailure { _ in }
    expect(loads.statistics) {
      $0.misses = 1
      $0.failures = 1
    }
  }

  @Test func aClockThatIsSetBackTakesNoTimeOff() {
    let clock = JumpingClock()
    let loads = Loads(clock: clock)
    _ = request(from: loads)
    clock.jump(by: .seconds(-5))
    server.answer(0, 1)
    #expect(loads.statistics.loadTime == .zero)
  }
}
