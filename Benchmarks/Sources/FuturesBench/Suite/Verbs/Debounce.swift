import BenchmarkHarness
import Futures

extension Benchmark {
  /// `debounce`: a call of `Latest.debounce` that the next one supersedes, and the wait for its
  /// cancellation, compared with a task that sleeps and that the next call cancels.
  static func debounce() -> Benchmark {
    Benchmark(
      "debounce",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let latest = Latest<Int, any Error>()
          var before = latest.debounce(.seconds(60)) { try await verbWork(0) }
          for number in 0..<iterations {
            let next = latest.debounce(.seconds(60)) { try await verbWork(number) }
            blackHole(await before.result)
            before = next
          }
          latest.cancel()
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let latest = DebounceByHand<Int>()
          var before = latest.call(after: .seconds(60)) { try await verbWork(0) }
          for number in 0..<iterations {
            let next = latest.call(after: .seconds(60)) { try await verbWork(number) }
            blackHole(await before.result)
            before = next
          }
          latest.cancel()
          return iterations
        }
      )
    )
  }
}
