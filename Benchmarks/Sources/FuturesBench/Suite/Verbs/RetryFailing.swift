import BenchmarkHarness
import Futures

extension Benchmark {
  /// `retry-failing`: `Future.retry` without pauses, whose first attempt fails, compared with a
  /// task with a loop that catches.
  static func retryFailing() -> Benchmark {
    Benchmark(
      "retry-failing",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let policy = RetryPolicy(attempts: 3, backoff: .constant(.zero))
          for number in 0..<iterations {
            let future = Future.retry(policy) { try await secondAttempt($0, number) }
            blackHole(try await future.value)
          }
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          for number in 0..<iterations {
            let task = Task {
              for attempt in 1..<3 {
                do { return try await secondAttempt(attempt, number) } catch {
                  if error is CancellationError { throw error }
                }
              }
              return try await secondAttempt(3, number)
            }
            blackHole(try await task.value)
          }
          return iterations
        }
      )
    )
  }
}

/// Work whose first attempt fails.
@inline(never)
@concurrent
private func secondAttempt(_ attempt: Int, _ value: Int) async throws -> Int {
  if opaque(attempt) == 1 { throw OnPurpose() }
  return opaque(value) &+ 1
}
