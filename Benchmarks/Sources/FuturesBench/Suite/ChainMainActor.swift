import BenchmarkHarness
import Futures

extension Benchmark {
  /// `chain-main-actor`: `chain-pending` with closures of the main actor, completed on it, compared
  /// with the same chain with nonisolated closures.
  ///
  /// Isolates the cost of finding out that the thread is already on the main actor.
  static func chainMainActor<P: Payload>(of payload: P.Type) -> Benchmark {
    let links = 10
    return Benchmark(
      "chain-main-actor" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: 1.3, allocations: 2.5),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.map { @MainActor in $0.next() } }
          future.onComplete { @MainActor in blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: Side("inline") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.map { $0.next() } }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
        }
      }
    )
  }
}
