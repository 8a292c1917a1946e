import BenchmarkHarness

extension Benchmark {
  /// Measures the cost of a façade: the work of another benchmark, written with the façade.
  ///
  /// There are two benchmarks. `name` has a bar for the ratio to the same work written with
  /// `Futures`, which is what the façade adds. `name-nio` has the ratio to swift-nio, which is only
  /// reported.
  ///
  /// - Parameters:
  ///   - name: The façade and the work, for instance `bolts-chain-pending`.
  ///   - base: The benchmark of the same work, whose first peer is swift-nio.
  ///   - ratio: The maximum ratio of our time to that of `Futures`.
  ///   - run: The work, written with the façade.
  /// - Returns: The two benchmarks.
  static func facade(
    _ name: String,
    of base: Benchmark,
    bar ratio: Double,
    run: @escaping (_ iterations: Int) -> Void
  ) -> [Benchmark] {
    let ours = Side("tenon", run: run)
    return [
      Benchmark(
        name,
        unit: base.unit,
        operations: base.operations,
        bar: Bar(ratio: ratio),
        ours: ours,
        peers: Side("futures", run: base.ours.run)
      ),
      Benchmark(
        name + "-nio",
        unit: base.unit,
        operations: base.operations,
        ours: ours,
        peers: base.peers[0]
      ),
    ]
  }
}
