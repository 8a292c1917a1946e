// What samples in the doc comments of DurableWorkflowsSQLite use, for scripts/check-code.py.

import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import Workflows

// MARK: DurableWorkflowsSQLite/RunStore+SQLite.swift

struct Order: Codable, Sendable, FetchableRecord, PersistableRecord {
  let id: String
}
let folder = URL(filePath: "folder")
let database = try DatabaseQueue()
let order = Order(id: "order-17")
let fulfil = Workflow("fulfil order") {
  Perform("ship") { (_: Order) in true }.checkpoint()
}
func known() throws -> DurableRuns { fatalError("not run") }
let runs = try known()
