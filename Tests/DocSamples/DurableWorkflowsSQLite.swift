// What samples in the doc comments of DurableWorkflowsSQLite use, for scripts/check-code.py.

import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB

// MARK: DurableWorkflowsSQLite/SQLiteRunStore.swift

struct Order: Codable, Sendable, FetchableRecord, PersistableRecord {
  let id: String
}
let folder = URL(filePath: "folder")
let database = try DatabaseQueue()
let order = Order(id: "order-17")
let input = Data()
