// The same for a step that is a closure, in a workflow with a name: no other initializer is
// suggested.
// expect: .swift:12:3: error: cannot convert value of type 'WorkflowBuilder.StepTaking<String
// expect: to expected argument type 'WorkflowBuilder.StepTaking<Int, Int>'
// expect: error: generic parameter 'Input' could not be inferred
// expect: error: generic parameter 'Output' could not be inferred

import Workflows

let broken = Workflow("broken") {
  Perform("number") { (_: Void) in 1 }
  Perform("length") { (text: String) in text.count }
}
