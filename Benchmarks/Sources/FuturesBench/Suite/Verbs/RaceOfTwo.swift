import BenchmarkHarness
import Futures

extension Benchmark {
  /// `race-two`: `Future.race` of two asynchronous closures, and then `value`, compared with two
  /// tasks, the first of which decides.
  static func raceOfTwo() -> Benchmark {
    Benchmark(
      "race-two",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for number in 0..<iterations {
            let future = Future.race {
              try await verbWork(number)
            } or: {
              try await verbWork(number)
            }
            blackHole(try await future.value)
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
