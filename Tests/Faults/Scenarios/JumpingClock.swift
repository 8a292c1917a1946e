import AppLinksResolving
import Foundation
import Futures
import FuturesTesting
import TestSupport
import Workflows

extension Scenario {
  /// Clocks that jump: caches follow their own rule, time limits end, and traces can be drawn.
  static let jumpingClock = Scenario(name: "jumping-clock", short: 300, long: 20_000) { trial in
    for round in 0..<trial.rounds {
      var random = trial.random(round)
      switch round % 3 {
      case 0: try await jumpInCaches(trial, round, &random)
      case 1: try await jumpOverLimits(trial, round, &random)
      default: try await jumpInTraces(trial, round, &random)
      }
    }
  }

  /// Asks three caches after each jump, forwards or backwards.
  ///
  /// An answer is used while its age is known and less than its lifetime. A clock that stands
  /// before the moment at which the answer came does not know its age.
  private static func jumpInCaches(
    _ trial: Trial,
    _ round: Int,
    _ random: inout SeededRandom
  ) async throws {
    let clock = JumpingClock()
    let lifetime = Duration.seconds(60)
    let resolver = CountingResolver()
    let pages = CachingResolver(
      resolver,
      limits: CacheLimits(lifetime: lifetime),
      clock: clock
    )
    let calls = Counter()
    let cached = Perform { (_: Int) in calls.add() }
      .cached(in: ResultCache(keeping: .everything(for: lifetime), clock: clock))
    guard let url = URL(string: "https://shop.example/") else { return }
    var since: Duration?
    var loads = 0
    for _ in 0..<8 {
      let age = since.map { clock.time - $0 }
      if age.map({ $0 < .zero || $0 >= lifetime }) ?? true {
        loads += 1
        since = clock.time
      }
      _ = try await pages.resolve(url)
      _ = try await cached.run(1, in: StepContext())
      let place = "round \(round), at \(clock.time)"
      trial.expect(
        resolver.calls.value == loads,
        "\(place): \(resolver.calls.value) pages were loaded instead of \(loads)"
      )
      trial.expect(
        calls.value == loads,
        "\(place): a cached step ran \(calls.value) times instead of \(loads)"
      )
      clock.jump(by: jump(using: &random))
      trial.count("jumps")
    }
  }

  /// Jumps over time limits and pauses of every size.
  private static func jumpOverLimits(
    _ trial: Trial,
    _ round: Int,
    _ random: inout SeededRandom
  ) async throws {
    let clock = ManualClock()
    let limits = [
      Duration.milliseconds(1), .seconds(30), .seconds(86_400 * 365), .seconds(1 << 60),
    ]
    let limit = limits.randomElement(using: &random) ?? .zero
    let attempts = Counter()
    let hanging = Promise<Int, any Error>()
    let first = Workflow("limited") {
      Perform("hanging") { try await hanging.future.value }.timeout(limit, clock: clock)
    }.start()
    let second = Workflow("retried") {
      Perform<Void, Int>("failing") {
        attempts.add()
        throw InjectedFault(number: round)
      }.retry(RetryPolicy(attempts: 3, backoff: .constant(limit), jitter: .none), clock: clock)
    }.start()
    let end = ContinuousClock.now + .seconds(60)
    while !first.state.isSettled || !second.state.isSettled, ContinuousClock.now < end {
      if !clock.pendingTimers.isEmpty {
        let years = Int64.random(in: 0..<500, using: &random)
        clock.advance(by: limit + .seconds(86_400 * 365 * years))
        trial.count("jumps")
      }
      await Task.yield()
    }
    trial.expect(
      first.state == .failed,
      "round \(round): a run with a time limit is \(first.state)"
    )
    trial.expect(second.state == .failed, "round \(round): a run with pauses is \(second.state)")
    guard first.state == .failed else { return }
    let error = await first.future.result.failure
    trial.expect(error is TimeoutError, "round \(round): a time limit ends with \(error as Any)")
    trial.expect(attempts.value == 3, "round \(round): \(attempts.value) attempts instead of 3")
  }

  /// Draws traces of runs in which the clock jumps.
  private static func jumpInTraces(
    _ trial: Trial,
    _ round: Int,
    _ random: inout SeededRandom
  ) async throws {
    let clock = JumpingClock()
    let jumps = (0..<3).map { _ in jump(using: &random) }
    let trace = Trace(clock: clock)
    let workflow = Workflow("jumping") {
      Perform("one") { clock.jump(by: jumps[0]) }
      Perform("two") { clock.jump(by: jumps[1]) }
      Perform("three") { clock.jump(by: jumps[2]) }
    }
    let run = workflow.start(options: RunOptions(trace: trace))
    try await run.value
    await run.stopped()
    trial.expect(trace.spans.count == 4, "round \(round): \(trace.spans.count) spans")
    let place = "round \(round), after jumps by \(jumps)"
    trial.expect(trace.svg().hasSuffix("</svg>\n"), "\(place): the drawing is cut")
    trial.expect(!trace.mermaidGantt().isEmpty, "\(place): there is no diagram")
    let events = try? JSONSerialization.jsonObject(with: Data(trace.chromeTraceEvents().utf8))
    trial.expect(events != nil, "\(place): the events are no JSON")
    trial.count("jumps", 3)
  }

  /// A jump by nothing up to the ends of time, as far as durations of seconds reach.
  private static func jump(using random: inout SeededRandom) -> Duration {
    let sizes: [Int64] = [0, 1, 59, 60, 61, 86_400, 86_400 * 365 * 10, 86_400 * 365 * 500, 1 << 60]
    let size = sizes.randomElement(using: &random) ?? 0
    return .seconds(Bool.random(using: &random) ? size : -size)
  }
}

/// A resolver that counts its calls.
private struct CountingResolver: AppLinkPageResolving {
  let calls = Counter()

  func resolve(_ url: URL) async throws -> AppLinkResolution {
    calls.add()
    return AppLinkResolution(sourceURL: url, metadata: AppLinkMetadata(tags: []))
  }
}
