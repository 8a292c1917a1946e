import BenchmarkHarness

extension Benchmark {
  /// What a façade costs: the work of another benchmark, written in the façade's words.
  ///
  /// Two benchmarks come of it. `name` has the ratio to the same work written with `Futures`, with
  /// the bar; what the façade adds is in that. `name-nio` has the ratio to swift-nio, which is only
  /// reported.
  ///
  /// - Parameters:
  ///   - name: The façade and the work, for instance `bolts-chain-pending`.
  ///   - base: The benchmark of the same work, whose first peer is swift-nio.
  ///   - ratio: The most that our time may be of that of `Futures`.
  ///   - run: The work, in the façade's words.
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
