// A tuple cannot be stored.
// expect: error: 'checkpoint()' is unavailable: the output of a checkpoint has to be Codable

import DurableWorkflows
import Workflows

let broken = Workflow("broken") {
  Perform("divide") { (number: Int) in
    let half = number / 2
    return (half, number - half)
  }
  .checkpoint()
}
