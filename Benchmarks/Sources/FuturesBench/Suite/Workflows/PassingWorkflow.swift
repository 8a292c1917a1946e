import BenchmarkHarness
import Workflows

extension Workflow where Input: Payload, Input == Output {
  /// A workflow of steps that give what they get.
  static func ofPassing(_ count: Int) -> Workflow {
    (0..<count).reduce(Workflow.empty(named: "passing")) { workflow, _ in
      workflow.appending(Pass<Input>())
    }
  }
}

/// A step that gives what it gets.
private struct Pass<Value: Payload>: Step {
  var name: String { "pass" }

  nonisolated(nonsending) func run(_ input: Value, in context: StepContext) async throws -> Value {
    pass(input)
  }
}

/// As many tasks as there are steps, one after the other, each waited for.
func passThroughTasks<P: Payload>(_ steps: Int) async -> P {
  var value = P.sample()
  for _ in 0..<steps { value = await Task { [value] in pass(value) }.value }
  return value
}

/// Work that the compiler knows nothing about, and that does nothing.
@inline(never)
func pass<P: Payload>(_ value: P) -> P { opaque(value) }
