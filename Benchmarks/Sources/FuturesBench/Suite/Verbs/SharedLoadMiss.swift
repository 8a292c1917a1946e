import BenchmarkHarness
import Futures
import Synchronization

extension Benchmark {
  /// `load-miss`: `value(for:)` of a `SharedLoads` that keeps no value, compared with a task and a
  /// continuation in a dictionary behind a lock.
  static func loadMiss() -> Benchmark {
    Benchmark(
      "load-miss",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let loads = SharedLoads<Int, Int, any Error>()
          for number in 0..<iterations {
            blackHole(try await loads.value(for: 1) { try await verbWork(number) })
            loads.remove(1)
          }
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let loads = LoadsByHand<Int, Int>()
          for number in 0..<iterations {
            blackHole(try await loads.value(for: 1) { try await verbWork(number) })
            loads.remove(1)
          }
          return iterations
        }
      )
    )
  }

  /// `load-shared`: 100 tasks that ask for one value, whose load ends when all of them have asked.
  static func loadShared() -> Benchmark {
    Benchmark(
      "load-shared",
      unit: "caller",
      operations: 100,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let loads = SharedLoads<Int, Int, any Error>()
          for _ in 0..<iterations {
            let crowd = Crowd(of: 100)
            blackHole(
              try await crowd.sum { try await loads.value(for: 1) { await crowd.gathered() } }
            )
            loads.remove(1)
          }
          return iterations
        }
      ),
      peers: Side(
        "by hand",
        task: { iterations in
          let loads = LoadsByHand<Int, Int>()
          for _ in 0..<iterations {
            let crowd = Crowd(of: 100)
            blackHole(
              try await crowd.sum { try await loads.value(for: 1) { await crowd.gathered() } }
            )
            loads.remove(1)
          }
          return iterations
        }
      )
    )
  }
}

/// Tasks that ask for the same value.
private final class Crowd: Sendable {
  private let size: Int
  private let asking = Atomic(0)

  init(of size: Int) { self.size = size }

  /// Returns the sum of the values that a number of child tasks receive.
  func sum(_ ask: @escaping @Sendable () async throws -> Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<size {
        group.addTask {
          self.asking.add(1, ordering: .relaxed)
          return try await ask()
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// Returns when all tasks have begun.
  func gathered() async -> Int {
    while asking.load(ordering: .relaxed) < size { await Task.yield() }
    return 1
  }
}
