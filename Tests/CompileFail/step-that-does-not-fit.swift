// A step takes what the step before it gives: here one gives a string, and the next wants a number.
// The step is named by its line, and both types by the message; the others follow from that.
// expect: .swift:20:3: error: cannot convert value of type 'WorkflowBuilder.StepTaking<Int, Int>'
// expect: to expected argument type 'WorkflowBuilder.StepTaking<String, Int>'
// expect: error: generic parameter 'Input' could not be inferred
// expect: error: generic parameter 'Output' could not be inferred

import Workflows

struct Print: Step {
  func run(_ number: Int, in context: StepContext) async throws -> String { "\(number)" }
}

struct Double: Step {
  func run(_ number: Int, in context: StepContext) async throws -> Int { number * 2 }
}

let broken = Workflow {
  Print()
  Double()
}
