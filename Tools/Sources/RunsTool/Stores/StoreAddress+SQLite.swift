import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import ToolSupport

extension StoreAddress {
  #if SQLite
  static func openSQLite(_ path: String) async throws(ToolError) -> RunStore {
    // The processes that work on the store report damage; to find it here, each command would
    // have to read the whole file.
    let options = SQLiteRunStoreOptions(checksForDamage: false)
    do {
      return try await RunStore.sqlite(at: URL(filePath: path), options: options)
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }
  #else
  static func openSQLite(_ path: String) async throws(ToolError) -> RunStore {
    throw ToolError(
      .failed,
      "SQLite is not built into this tenon-runs, so it cannot open '\(path)'. Build it with "
        + "'swift build --package-path Tools --traits SQLite --product tenon-runs'."
    )
  }
  #endif
}
