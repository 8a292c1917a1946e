import BenchmarkHarness
import Futures

extension Benchmark {
  /// `load-hit`: `value(for:)` of a `SharedLoads` that keeps the value, compared with a dictionary
  /// behind a lock.
  ///
  /// The closure that would load captures a number on both sides, as most closures capture
  /// something.
  static func loadHit() -> Benchmark {
    let loads = SharedLoads<Int, Int, any Error>()
    _ = loads.load(1) { Future(value: 1) }
    return Benchmark(
      "load-hit",
      unit: "call",
      operations: 1,
      bar: Bar(allocations: 2.1),
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for number in 0..<iterations {
            blackHole(try await loads.value(for: 1) { try await verbWork(number) })
          }
          return iterations
        }
      ),
      peers: loadHitByHand
    )
  }

  /// `load-hit-future`: the same with a future of the value, whose outcome is read immediately.
  static func loadHitFuture() -> Benchmark {
    let loads = SharedLoads<Int, Int, any Error>()
    _ = loads.load(1) { Future(value: 1) }
    return Benchmark(
      "load-hit-future",
      unit: "call",
      operations: 1,
      bar: Bar(allocations: 2.1),
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for number in 0..<iterations {
            blackHole(loads.load(1) { try await verbWork(number) }.currentValue)
          }
          return iterations
        }
      ),
      peers: loadHitByHand
    )
  }

  private static var loadHitByHand: Side {
    let loads = LoadsByHand<Int, Int>(keeping: [1: 1])
    return Side(
      "by hand",
      task: { iterations in
        for number in 0..<iterations {
          blackHole(try await loads.value(for: 1) { try await verbWork(number) })
        }
        return iterations
      }
    )
  }
}
