import BenchmarkHarness
import Futures

extension Benchmark {
  /// `traverse-limited`: `traverse` of 1,000 numbers, 8 at a time, compared with a task group that
  /// adds a task when one has ended, and keeps the order.
  static func traverseLimited() -> Benchmark {
    let (count, limit) = (1_000, 8)
    return Benchmark(
      "traverse-limited",
      unit: "element",
      operations: count,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          for _ in 0..<iterations {
            let future = (0..<count).traverse(maxConcurrent: limit) { try await verbWork($0) }
            blackHole(try await future.value)
          }
          return iterations
        }
      ),
      peers: Side(
        "task-group",
        task: { iterations in
          for _ in 0..<iterations {
            let results = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
              for number in 0..<limit { group.addTask { (number, try await verbWork(number)) } }
              var results = [Int](repeating: 0, count: count)
              var next = limit
              while let (number, result) = try await group.next() {
                results[number] = result
                if next < count {
                  group.addTask { [next] in (next, try await verbWork(next)) }
                  next += 1
                }
              }
              return results
            }
            blackHole(results)
          }
          return iterations
        }
      )
    )
  }
}
