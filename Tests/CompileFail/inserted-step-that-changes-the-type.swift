// A step that is added to a run has to keep the type: the next one would get something else.
// expect: requires the types 'Int' and 'String' be equivalent

import Workflows

struct Print: Step {
  func run(_ number: Int, in context: StepContext) async throws -> String { "\(number)" }
}

func extend(_ run: WorkflowRun<Int>) throws {
  try run.append(Print())
}
