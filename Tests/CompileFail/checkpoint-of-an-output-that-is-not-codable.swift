// A tuple cannot be stored.
// expect: 'checkpoint()' is deprecated: the output of a checkpoint has to be Codable
// expect: error: call can throw, but it is not marked with 'try' and the error is not handled

import DurableWorkflows
import Workflows

let broken = Workflow("broken") {
  Perform("divide") { (number: Int) in
    let half = number / 2
    return (half, number - half)
  }
  .checkpoint()
}
