import BenchmarkHarness
import Futures

extension Benchmark {
  /// `with-race`: `withRace` of two asynchronous closures, compared with two tasks, the first of
  /// which decides.
  static func raceOfTwo() -> Benchmark {
    Benchmark(
      "with-race",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for number in 0..<iterations {
            blackHole(
              try await withRace {
                try await verbWork(number)
              } or: {
                try await verbWork(number)
              }
            )
          }
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          for number in 0..<iterations {
            blackHole(
              try await ContestByHand().outcome(
                of: { try await verbWork(number) },
                { try await verbWork(number) }
              )
            )
          }
          return iterations
        }
      )
    )
  }
}
