// What samples in the doc comments of DurableWorkflowsPostgreSQL use, for scripts/check-code.py.

import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import Workflows

struct Order: Codable, Sendable {
  let id: String
}

let fulfil = Workflow("fulfil order") {
  Perform("charge") { (order: Order) in order.id }.checkpoint()
}

let order = Order(id: "order-17")

var database: LibPQDatabase { fatalError("not run") }
var store: RunStore { fatalError("not run") }
var runs: DurableRuns { fatalError("not run") }
