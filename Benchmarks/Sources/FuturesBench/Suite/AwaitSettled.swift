import BenchmarkHarness
import Futures

extension Benchmark {
  /// `await-settled`: `try await future.value` on a future that has its value, compared with the
  /// `value` of a task that is done.
  ///
  /// Isolates the cost of getting from a future into async code when there is nothing to wait for:
  /// no task is suspended. Everything runs on the calling thread.
  static func awaitSettled<P: Payload>(of payload: P.Type) -> Benchmark {
    Benchmark(
      "await-settled" + P.suffix,
      unit: "await",
      operations: 1,
      bar: Bar(ratio: 1.05),
      ours: Side("tenon") { iterations in
        let executor = DrainingExecutor()
        let future = opaque(Future<P, any Error>(value: P.sample()))
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations { blackHole(try await future.value) }
        }
        executor.drain()
      },
      peers: Side("swift-task") { iterations in
        let executor = DrainingExecutor()
        let value = P.sample()
        let task = Task<P, any Error>(executorPreference: executor) { value }
        executor.drain()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations { blackHole(try await task.value) }
        }
        executor.drain()
      }
    )
  }
}
