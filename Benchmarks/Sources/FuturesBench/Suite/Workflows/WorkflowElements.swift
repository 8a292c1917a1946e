import BenchmarkHarness
import Workflows

extension Benchmark {
  /// `workflow-elements`: a run of `ForEach` over 100,000 numbers, all at the same time, compared
  /// with a task group that keeps the order.
  ///
  /// The trace keeps the spans of the first 100,000 elements, which is the default.
  static func workflowElements() -> Benchmark { elements("workflow-elements", capacity: 100_000) }

  /// `workflow-elements-untraced`: the same without a trace.
  static func workflowElementsUntraced() -> Benchmark {
    elements("workflow-elements-untraced", capacity: 0)
  }

  private static func elements(_ name: String, capacity: Int) -> Benchmark {
    let count = 100_000
    let workflow = Workflow<[Int], [Int]>.passingElements()
    return Benchmark(
      name,
      unit: "element",
      operations: count,
      counts: .steady,
      ours: Side(
        "tenon",
        task: { iterations in
          let numbers = Array(0..<count)
          for _ in 0..<iterations {
            let context = StepContext(name: "run", trace: Trace(capacity: capacity))
            blackHole(try await workflow.run(numbers, in: context))
          }
          return iterations
        }
      ),
      peers: Side(
        "task-group",
        task: { iterations in
          for _ in 0..<iterations { blackHole(await passInGroup(count)) }
          return iterations
        }
      )
    )
  }
}

extension Workflow where Input == [Int], Output == [Int] {
  /// A workflow whose step returns each element.
  static func passingElements(maxConcurrent: Int = .max) -> Workflow {
    Workflow("elements") {
      ForEach(maxConcurrent: maxConcurrent) { Workflow<Int, Int>.ofPassing(1) }
    }
  }
}

/// Does the work of the step in a child task for each element.
func passInGroup(_ count: Int) async -> [Int] {
  await withTaskGroup(of: (Int, Int).self) { group in
    for number in 0..<count { group.addTask { (number, pass(number)) } }
    var values = [Int](repeating: 0, count: count)
    for await (number, value) in group { values[number] = value }
    return values
  }
}
