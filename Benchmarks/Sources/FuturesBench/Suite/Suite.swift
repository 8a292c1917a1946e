import ArgumentParser
import BenchmarkHarness
import NIOCore

/// Every benchmark of the command.
///
/// To add one, add a file next to this one, and a line here.
struct Suite {
  /// All benchmarks, in the order of the report.
  let benchmarks: [Benchmark]
  /// All footprints, which are measured after the benchmarks.
  let footprints: [FootprintBenchmark]

  /// Creates the suite, with the peer's futures on a loop.
  init(loop: any EventLoop) {
    benchmarks =
      [
        .chainPending(of: Int.self, on: loop),
        .chainPending(of: String.self, on: loop),
        .chainCapturing(of: Int.self, on: loop),
        .chainCapturing(of: String.self, on: loop),
        .chainMainActor(of: Int.self),
        .chainMainActorElsewhere(of: Int.self),
        .chainSettled(of: Int.self, on: loop),
        .chainSettled(of: String.self, on: loop),
        .flatMapSettled(of: Int.self, on: loop),
        .flatMapSettled(of: String.self, on: loop),
        .flatMapPending(of: Int.self, on: loop),
        .flatMapPending(of: String.self, on: loop),
        .fanOut(of: Int.self, on: loop),
        .fanOut(of: String.self, on: loop),
        .collect(of: Int.self, on: loop),
        .collect(of: String.self, on: loop),
        .race(of: Int.self, on: loop),
        .hop(of: Int.self),
        .hop(of: Int.self, woken: true),
        .awaitSettled(of: Int.self),
        .awaitSettled(of: String.self),
        .awaitPending(of: Int.self),
        .awaitPending(of: String.self),
        .awaitPendingWoken(of: Int.self),
        .fromAsync(of: Int.self),
        .mapAsync(),
        .traverseAsync(),
        .contended(),
        .contendedFuture(threads: 2),
        .contendedFuture(threads: 4),
        .contendedFuture(threads: 8),
        .contendedLimit(threads: 2),
        .contendedLimit(threads: 4),
        .contendedLimit(threads: 8),
        .nioOut(of: Int.self, on: loop),
        .nioIn(of: Int.self, on: loop),
        .scaleOfChain(to: 1_000, bar: 1.5),
        .scaleOfChain(to: 100_000, bar: 2),
        .scaleOfChain(to: 1_000_000, bar: nil),
        .scaleOfCollect(to: 1_000, bar: 1.5),
        .scaleOfCollect(to: 100_000, bar: 1.5),
        .scaleOfCollect(to: 1_000_000, bar: nil),
        .workflowStep(of: Int.self),
        .workflowStep(of: String.self),
        .workflowRun(of: Int.self, steps: 5, name: "workflow-run"),
        .workflowRun(of: Int.self, steps: 100, name: "workflow-run-long", bar: Bar(ratio: 1.2)),
        .workflowRun(of: String.self, steps: 100, name: "workflow-run-long", bar: Bar(ratio: 1.2)),
        .workflowRunsAtOnce(of: Int.self),
        .workflowStepBesideAwait(),
        .workflowStepUntraced(),
        .workflowElements(),
        .workflowElementsUntraced(),
        .resolveCached(),
      ] + Self.verbs() + Self.facades(on: loop)
    footprints = [.footprint(on: loop), .footprintOfLink(on: loop), .workflowRunsLeft()]
  }

  /// The functions that start work, compared with handwritten code.
  private static func verbs() -> [Benchmark] {
    [
      .loadHit(),
      .loadHitFuture(),
      .loadMiss(),
      .loadShared(),
      .limitFree(),
      .permitFree(),
      .limitContended(),
      .permitContended(),
      .withRetryThatSucceeds(), .withRetryThatFails(),
      .withTimeoutInTime(),
      .raceOfTwo(),
      .traverseLimited(),
      .debounce(),
      .awaitSettledFromActor(),
      .awaitPendingFromActor(),
    ]
  }

  /// The façades compared with what they wrap.
  ///
  /// Each gives a benchmark with a bar, and one compared with swift-nio.
  private static func facades(on loop: any EventLoop) -> [Benchmark] {
    [
      Benchmark.boltsChainPending(of: Int.self, on: loop),
      Benchmark.boltsChainPending(of: String.self, on: loop),
      Benchmark.boltsChainSettled(of: Int.self, on: loop),
      Benchmark.boltsChainSettled(of: String.self, on: loop),
      Benchmark.boltsFlatMapPending(of: Int.self, on: loop),
      Benchmark.boltsFlatMapPending(of: String.self, on: loop),
      Benchmark.boltsContinuePending(of: Int.self, on: loop),
      Benchmark.boltsContinuePending(of: String.self, on: loop),
      Benchmark.brightFuturesChainPending(of: Int.self, on: loop),
      Benchmark.brightFuturesChainPending(of: String.self, on: loop),
      Benchmark.brightFuturesChainSettled(of: Int.self, on: loop),
      Benchmark.brightFuturesChainSettled(of: String.self, on: loop),
      Benchmark.brightFuturesFlatMapPending(of: Int.self, on: loop),
      Benchmark.brightFuturesFlatMapPending(of: String.self, on: loop),
      Benchmark.brightFuturesCallbacks(of: Int.self, on: loop),
      Benchmark.brightFuturesCallbacks(of: String.self, on: loop),
      Benchmark.brightFuturesCallbacksCapturing(of: Int.self, on: loop),
      [
        .brightFuturesCallbacksVariable(of: Int.self),
        .brightFuturesCallbacksVariable(of: String.self),
        .brightFuturesChainVariable(of: Int.self),
        .brightFuturesChainVariable(of: String.self),
        .brightFuturesGlobalQueue(of: Int.self),
      ],
    ].flatMap { $0 }
  }

  private init(_ benchmarks: [Benchmark], _ footprints: [FootprintBenchmark]) {
    self.benchmarks = benchmarks
    self.footprints = footprints
  }

  /// Returns the benchmarks whose names contain the filter, or all of them without one.
  func matching(_ filter: String?) throws -> Suite {
    guard let filter else { return self }
    let suite = Suite(
      benchmarks.filter { $0.name.contains(filter) },
      footprints.filter { $0.name.contains(filter) }
    )
    if suite.benchmarks.isEmpty && suite.footprints.isEmpty { throw unknown(filter) }
    return suite
  }

  /// Returns the benchmark with a name.
  func benchmark(named name: String) throws -> Benchmark {
    guard let benchmark = benchmarks.first(where: { $0.name == name }) else { throw unknown(name) }
    return benchmark
  }

  private func unknown(_ name: String) -> ValidationError {
    let names = (benchmarks.map(\.name) + footprints.map(\.name)).joined(separator: ", ")
    return ValidationError("no benchmark is called '\(name)'; there are: \(names).")
  }
}
