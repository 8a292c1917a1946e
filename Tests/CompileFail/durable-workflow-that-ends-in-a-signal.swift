// The output of a wait for a signal is a tuple, which cannot be stored.
// expect: 'durable(version:)' is unavailable
// expect: behind a 'WaitForSignal', whose output is a tuple, add a step

import DurableWorkflows
import Workflows

let approval = Signal<String>("approval")

let ask = Workflow("ask") {
  Perform("ask") { (number: Int) in number }.checkpoint()
  WaitForSignal(approval)
}

let durable = ask.durable()
