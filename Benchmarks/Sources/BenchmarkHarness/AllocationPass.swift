/// Counts the allocations of a side, without looking at the clock.
public struct AllocationPass {
  /// The number of iterations to average over.
  public var iterations = 100

  /// Creates a pass.
  public init() {}

  /// Returns allocations per operation: the least of three runs, as other threads may allocate too.
  public func allocations(of side: Side, in benchmark: Benchmark) -> Double? {
    let iterations = benchmark.isLong ? 1 : iterations
    let counts = (0..<3).compactMap { _ in AllocationCounting.count { side.run(iterations) } }
    return counts.min().map {
      Double($0) / Double(iterations) / benchmark.operations(of: side)
    }
  }

  /// Returns the allocations per operation of our side, after a warm-up run.
  public func allocationsOfOurs(in benchmark: Benchmark) -> Double? {
    benchmark.ours.run(1)
    return allocations(of: benchmark.ours, in: benchmark)
  }
}

extension Benchmark {
  /// Whether an iteration is so long that one is enough for everything but time.
  var isLong: Bool { sides.contains { operations(of: $0) >= 100_000 } }
}
