// A closure of one expression must not become a step without an output because its value cannot be
// stored.
// expect: 'checkpoint()' is deprecated: the output of a checkpoint has to be Codable
// expect: error: call can throw, but it is not marked with 'try' and the error is not handled

import DurableWorkflows
import Futures
import Workflows

let handles = Workflow("handles") {
  Perform("begin") { (number: Int) in Task { number } }
    .retry(RetryPolicy(attempts: 3))
    .checkpoint()
}

let pairs = Workflow("pairs") {
  Perform("divide") { (number: Int) in (number / 2, number - number / 2) }
    .checkpoint()
}

let whole = Workflow("whole") {
  Workflow("part") { Perform("divide") { (number: Int) in (number / 2, number - number / 2) } }
    .checkpoint()
}
