import BenchmarkHarness
import Futures

extension Benchmark {
  /// `map-async`: `map` with an asynchronous closure on a settled future, compared with a task that
  /// runs that closure.
  static func mapAsync() -> Benchmark {
    Benchmark(
      "map-async",
      unit: "call",
      operations: 1,
      counts: .steady,
      ours: Side("tenon") { iterations in
        for number in 0..<iterations {
          blackHole(
            try await Future<Int, any Error>(value: number).map { try await later($0) }.value
          )
        }
        return iterations
      },
      peers: Side("swift-task") { iterations in
        for number in 0..<iterations {
          blackHole(try await Task { try await later(number) }.value)
        }
        return iterations
      }
    )
  }

  /// `traverse-async`: `traverse` of 100 numbers with an asynchronous closure, compared with a task
  /// group that keeps the order of its results.
  static func traverseAsync() -> Benchmark {
    Benchmark(
      "traverse-async",
      unit: "element",
      operations: 100,
      counts: .steady,
      ours: Side("tenon") { iterations in
        for _ in 0..<iterations {
          blackHole(try await (0..<100).traverse { try await later($0) }.value)
        }
        return iterations
      },
      peers: Side("task-group") { iterations in
        for _ in 0..<iterations {
          let results = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<100 { group.addTask { (number, try await later(number)) } }
            var results = [Int](repeating: 0, count: 100)
            for try await (number, result) in group { results[number] = result }
            return results
          }
          blackHole(results)
        }
        return iterations
      }
    )
  }
}

extension Side {
  fileprivate init(
    _ name: String,
    _ work: @escaping @Sendable (_ iterations: Int) async throws -> Int
  ) {
    self.init(name, task: work)
  }
}

/// Asynchronous work that may fail, as most does, and does not suspend.
@inline(never)
@concurrent
private func later(_ value: Int) async throws -> Int { opaque(value) &+ 1 }
