import BenchmarkHarness
import Futures

extension Benchmark {
  /// `await-settled-actor`: `await-settled` from the code of an actor.
  static func awaitSettledFromActor() -> Benchmark {
    Benchmark(
      "await-settled-actor",
      unit: "await",
      operations: 1,
      bar: Bar(ratio: 1.05),
      ours: Side("tenon") { iterations in
        let executor = DrainingExecutor()
        let future = opaque(Future<Int, any Error>(value: 1))
        onActor(executor) { _ in for _ in 0..<iterations { blackHole(try await future.value) } }
        executor.drain()
      },
      peers: Side("swift-task") { iterations in
        let executor = DrainingExecutor()
        let task = Task<Int, any Error>(executorPreference: executor) { 1 }
        executor.drain()
        onActor(executor) { _ in for _ in 0..<iterations { blackHole(try await task.value) } }
        executor.drain()
      }
    )
  }

  /// `await-pending-actor`: `await-pending` from the code of an actor.
  static func awaitPendingFromActor() -> Benchmark {
    Benchmark(
      "await-pending-actor",
      unit: "await",
      operations: 1,
      bar: Bar(ratio: 1.20, allocations: 3.2),
      ours: Side("tenon") { iterations in
        let executor = DrainingExecutor()
        let slot = Slot<Promise<Int, any Error>>()
        onActor(executor) { _ in
          for _ in 0..<iterations {
            let promise = Promise<Int, any Error>()
            let future = promise.future
            slot.put(promise)
            blackHole(try await future.value)
          }
        }
        executor.drain()
        while let promise = slot.take() {
          promise.succeed(1)
          executor.drain()
        }
      },
      peers: Side("cancellable") { iterations in
        let executor = DrainingExecutor()
        let slot = Slot<CheckedContinuation<Int, Never>>()
        onActor(executor) { _ in
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
          continuation.resume(returning: 1)
          executor.drain()
        }
      }
    )
  }
}

/// Runs a closure on an actor whose jobs run on an executor.
private func onActor(
  _ executor: DrainingExecutor,
  _ body: @escaping @Sendable (isolated Client) async throws -> Void
) {
  let client = Client()
  _ = Task(executorPreference: executor) { try await body(client) }
}

private actor Client {}
