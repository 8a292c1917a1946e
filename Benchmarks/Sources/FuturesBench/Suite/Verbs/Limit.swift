import BenchmarkHarness
import Futures

extension Benchmark {
  /// `limit-free`: `ConcurrencyLimit.run` with room, and then `value`, compared with a task that
  /// takes a semaphore.
  static func limitFree() -> Benchmark {
    Benchmark(
      "limit-free",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let limit = ConcurrencyLimit(8)
          for number in 0..<iterations {
            blackHole(try await limit.run { try await verbWork(number) }.value)
          }
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let semaphore = SemaphoreByHand(8)
          for number in 0..<iterations {
            let task = Task { try await semaphore.withPermit { try await verbWork(number) } }
            blackHole(try await task.value)
          }
          return iterations
        }
      )
    )
  }

  /// `permit-free`: `withPermit` with room, in the current task, compared with a semaphore.
  static func permitFree() -> Benchmark {
    Benchmark(
      "permit-free",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let limit = ConcurrencyLimit(8)
          for number in 0..<iterations {
            blackHole(try await limit.withPermit { try await verbWork(number) })
          }
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let semaphore = SemaphoreByHand(8)
          for number in 0..<iterations {
            blackHole(try await semaphore.withPermit { try await verbWork(number) })
          }
          return iterations
        }
      )
    )
  }

  /// `limit-contended`: 100 calls of `ConcurrencyLimit.run` under a limit of 8, each of which
  /// yields once, compared with 100 tasks that take a semaphore.
  static func limitContended() -> Benchmark {
    let calls = 100
    return Benchmark(
      "limit-contended",
      unit: "call",
      operations: calls,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let limit = ConcurrencyLimit(8)
          for _ in 0..<iterations {
            let all = (0..<calls).map { number in limit.run { try await yieldingWork(number) } }
            for future in all { blackHole(try await future.value) }
          }
          return iterations * calls
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let semaphore = SemaphoreByHand(8)
          for _ in 0..<iterations {
            let all = (0..<calls).map { number in
              Task { try await semaphore.withPermit { try await yieldingWork(number) } }
            }
            for task in all { blackHole(try await task.value) }
          }
          return iterations * calls
        }
      )
    )
  }

  /// `permit-contended`: the same with `withPermit`, in tasks of the caller.
  static func permitContended() -> Benchmark {
    let calls = 100
    return Benchmark(
      "permit-contended",
      unit: "call",
      operations: calls,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let limit = ConcurrencyLimit(8)
          for _ in 0..<iterations {
            let all = (0..<calls).map { number in
              Task { try await limit.withPermit { try await yieldingWork(number) } }
            }
            for task in all { blackHole(try await task.value) }
          }
          return iterations * calls
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let semaphore = SemaphoreByHand(8)
          for _ in 0..<iterations {
            let all = (0..<calls).map { number in
              Task { try await semaphore.withPermit { try await yieldingWork(number) } }
            }
            for task in all { blackHole(try await task.value) }
          }
          return iterations * calls
        }
      )
    )
  }
}
