// A step takes what the step before it gives: here one gives a string, and the next wants a number.
// expect: a step does not take what the step before it gives

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
