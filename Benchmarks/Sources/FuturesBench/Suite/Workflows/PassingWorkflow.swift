import BenchmarkHarness
import Workflows

extension Workflow where Input: Payload, Input == Output {
  /// Returns a workflow of steps that return their input.
  static func ofPassing(_ count: Int) -> Workflow {
    (0..<count).reduce(Workflow.empty(named: "passing")) { workflow, _ in
      workflow.then(Pass<Input>())
    }
  }
}

/// A step that returns its input.
private struct Pass<Value: Payload>: Step {
  var name: String { "pass" }

  nonisolated(nonsending) func run(_ input: Value, in context: StepContext) async throws -> Value {
    pass(input)
  }
}

/// Runs a number of tasks one after another, and waits for each.
func passThroughTasks<P: Payload>(_ steps: Int) async -> P {
  var value = P.sample()
  for _ in 0..<steps { value = await Task { [value] in pass(value) }.value }
  return value
}

/// Does nothing, which the compiler does not know.
@inline(never)
func pass<P: Payload>(_ value: P) -> P { opaque(value) }
