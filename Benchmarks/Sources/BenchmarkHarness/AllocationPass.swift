/// Counts the allocations of a side, without looking at the clock.
public struct AllocationPass {
  /// How many iterations are averaged over.
  public var iterations = 100

  /// Creates a pass.
  public init() {}

  /// Allocations an operation; the least of three runs, as the process may have other threads.
  public func allocations(of side: Side, in benchmark: Benchmark) -> Double? {
    let iterations = benchmark.isLong ? 1 : iterations
    let counts = (0..<3).compactMap { _ in AllocationCounting.count { side.run(iterations) } }
    return counts.min().map {
      Double($0) / Double(iterations) / benchmark.operations(of: side)
    }
  }

  /// Allocations an operation of our side, after a run that warms everything up.
  public func allocationsOfOurs(in benchmark: Benchmark) -> Double? {
    benchmark.ours.run(1)
    return allocations(of: benchmark.ours, in: benchmark)
  }
}

extension Benchmark {
  /// Whether an iteration is so long that one is enough for everything but time.
  var isLong: Bool { sides.contains { operations(of: $0) >= 100_000 } }
}
