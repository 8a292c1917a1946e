import BenchmarkHarness
import Futures

extension Benchmark {
  /// `with-retry`: `withRetry` around work that succeeds, compared with a loop that catches.
  static func withRetryThatSucceeds() -> Benchmark {
    Benchmark(
      "with-retry",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for number in 0..<iterations {
            blackHole(try await withRetry { try await verbWork(number) })
          }
          return iterations
        }
      ),
      peers: loop { _, number in try await verbWork(number) }
    )
  }

  /// `with-retry-failing`: `withRetry` without pauses, around work whose first attempt fails.
  static func withRetryThatFails() -> Benchmark {
    Benchmark(
      "with-retry-failing",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let policy = RetryPolicy(attempts: 3, backoff: .none)
          for number in 0..<iterations {
            blackHole(
              try await withRetry(policy) {
                try await secondAttempt(RetryPolicy.currentAttempt, number)
              }
            )
          }
          return iterations
        }
      ),
      peers: loop(secondAttempt)
    )
  }

  private static func loop(
    _ work: @escaping @Sendable (_ attempt: Int, _ number: Int) async throws -> Int
  ) -> Side {
    Side(
      "by hand",
      task: { iterations in
        for number in 0..<iterations { blackHole(try await tried(number, work)) }
        return iterations
      }
    )
  }

  private static func tried(
    _ number: Int,
    _ work: (_ attempt: Int, _ number: Int) async throws -> Int
  ) async throws -> Int {
    for attempt in 1..<3 {
      do { return try await work(attempt, number) } catch {
        if error is CancellationError { throw error }
      }
    }
    return try await work(3, number)
  }
}

/// Work whose first attempt fails.
@inline(never)
@concurrent
private func secondAttempt(_ attempt: Int, _ value: Int) async throws -> Int {
  if opaque(attempt) == 1 { throw OnPurpose() }
  return opaque(value) &+ 1
}
