import BenchmarkHarness
import Dispatch
import Futures

extension Benchmark {
  /// `await-pending`: `try await future.value` on a promise's future that is completed once the
  /// task is suspended, compared with `withCheckedContinuation` with a cancellation handler.
  ///
  /// Isolates what a future adds to a cancellable wait: the promise and the waiter. A bare
  /// continuation, which ignores cancellation, is shown for comparison. The task runs on the thread
  /// that completes it; the cost of another thread, the same for all, would hide the difference.
  /// All sides pass what completes them through a slot with a lock.
  static func awaitPending<P: Payload>(of payload: P.Type) -> Benchmark {
    Benchmark(
      "await-pending" + P.suffix,
      unit: "await",
      operations: 1,
      bar: Bar(ratio: P.bar(1.20, string: 1.25), allocations: 2.1),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        let executor = DrainingExecutor()
        let slot = Slot<Promise<P, any Error>>()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            let promise = Promise<P, any Error>()
            let future = promise.future
            slot.put(promise)
            blackHole(try await future.value)
          }
        }
        executor.drain()
        while let promise = slot.take() {
          promise.succeed(value)
          executor.drain()
        }
      },
      peers: Side("cancellable") { iterations in
        let value = P.sample()
        let executor = DrainingExecutor()
        let slot = Slot<CheckedContinuation<P, Never>>()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            blackHole(
              await withTaskCancellationHandler {
                await withCheckedContinuation { slot.put($0) }
              } onCancel: {
                _ = slot.take()
              }
            )
          }
        }
        executor.drain()
        while let continuation = slot.take() {
          continuation.resume(returning: value)
          executor.drain()
        }
      },
      Side("continuation") { iterations in
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

  /// `await-pending-woken`: the same with the task on the default executor, completed from a queue,
  /// as most clients do.
  ///
  /// Includes the switch between threads on both sides.
  static func awaitPendingWoken<P: Payload>(of payload: P.Type) -> Benchmark {
    Benchmark(
      "await-pending-woken" + P.suffix,
      unit: "await",
      operations: 1,
      bar: .none,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let value = P.sample()
          let queue = DispatchQueue(label: "await-pending")
          for _ in 0..<iterations {
            let promise = Promise<P, any Error>()
            queue.async { promise.succeed(value) }
            blackHole(try await promise.future.value)
          }
          return iterations
        }
      ),
      peers: Side(
        "continuation",
        task: { iterations in
          let value = P.sample()
          let queue = DispatchQueue(label: "await-pending")
          for _ in 0..<iterations {
            blackHole(
              await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: value) }
              }
            )
          }
          return iterations
        }
      )
    )
  }
}
