import BenchmarkHarness
import Futures

extension Benchmark {
  /// `await-pending`: `try await future.get()` on a promise's future that is completed once the task
  /// is suspended, beside `withCheckedContinuation` resumed then.
  ///
  /// Isolates what a future adds to suspending and resuming a task: the promise, the observer, and
  /// watching for cancellation, which a bare continuation does not. The task runs on the thread that
  /// completes it; the price of another thread, the same for both, would hide the difference. Both
  /// sides hand what completes them through a slot with a lock.
  static func awaitPending<P: Payload>(of payload: P.Type) -> Benchmark {
    Benchmark(
      "await-pending" + P.suffix,
      unit: "await",
      operations: 1,
      bar: Bar(ratio: 1.05),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        let executor = DrainingExecutor()
        let slot = Slot<Promise<P, any Error>>()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            let promise = Promise<P, any Error>()
            let future = promise.future
            slot.put(promise)
            blackHole(try await future.get())
          }
        }
        executor.drain()
        while let promise = slot.take() {
          promise.succeed(value)
          executor.drain()
        }
      },
      peers: Side("continuation") { iterations in
        let value = P.sample()
        let executor = DrainingExecutor()
        let slot = Slot<CheckedContinuation<P, Never>>()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            blackHole(await withCheckedContinuation { slot.put($0) })
          }
        }
        executor.drain()
        while let continuation = slot.take() {
          continuation.resume(returning: value)
          executor.drain()
        }
      }
    )
  }
}
