import BenchmarkHarness
import Futures

extension Benchmark {
  /// `from-async`: `Future { await … }` and then `get()`, compared with `Task { await … }` and then
  /// `value`.
  ///
  /// Isolates what a future around an asynchronous closure adds to the task that runs it. All tasks
  /// run on the default executor, as a client's do, so the time includes the switch between
  /// threads, on all sides. `async let` is shown for comparison: its task need not outlive the
  /// scope.
  ///
  /// The work may fail, as most asynchronous work does. Where a closure that cannot throw becomes a
  /// future with an error type, the compiler wraps it, which costs one more allocation.
  static func fromAsync<P: Payload>(of payload: P.Type) -> Benchmark {
    Benchmark(
      "from-async" + P.suffix,
      unit: "call",
      operations: 1,
      bar: Bar(ratio: 2, allocations: 5.2),
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let value = P.sample()
          for _ in 0..<iterations {
            let future = Future<P, any Error> { try await later(value) }
            blackHole(try await future.value)
          }
          return iterations
        }
      ),
      peers: Side(
        "swift-task",
        task: { iterations in
          let value = P.sample()
          for _ in 0..<iterations {
            let task = Task<P, any Error> { try await later(value) }
            blackHole(try await task.value)
          }
          return iterations
        }
      ),
      Side(
        "async-let",
        task: { iterations in
          let value = P.sample()
          for _ in 0..<iterations {
            async let result = later(value)
            blackHole(try await result)
          }
          return iterations
        }
      )
    )
  }
}

/// Asynchronous work that may fail, as most does, and does not suspend.
@inline(never)
@concurrent
private func later<P: Payload>(_ value: P) async throws -> P { opaque(value).next() }
