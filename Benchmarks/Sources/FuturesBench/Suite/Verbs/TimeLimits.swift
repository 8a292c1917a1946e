import BenchmarkHarness
import Futures

extension Benchmark {
  /// `with-timeout`: `withTimeout` around work that returns in time, compared
  /// with two tasks, the first of which decides.
  ///
  /// Both return in time even if the work ignores its cancellation, and cancel the timer.
  static func withTimeoutInTime() -> Benchmark {
    Benchmark(
      "with-timeout",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for number in 0..<iterations {
            blackHole(try await withTimeout(.seconds(60)) { try await verbWork(number) })
          }
          return iterations
        }
      ),
      peers: timeoutOfTasks
    )
  }

  private static var timeoutOfTasks: Side {
    Side(
      "by hand",
      task: { iterations in
        for number in 0..<iterations {
          blackHole(try await timeoutByHand(.seconds(60)) { try await verbWork(number) })
        }
        return iterations
      }
    )
  }
}
