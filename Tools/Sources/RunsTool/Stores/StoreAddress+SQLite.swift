import DurableWorkflows
@_spi(Stores) import DurableWorkflowsSQLite
import Foundation
import ToolSupport

extension StoreAddress {
  #if SQLite
  static func openSQLite(
    _ path: String,
    isReadOnly: Bool
  ) async throws(ToolError) -> RunStore {
    // The processes that work on the store report damage; to find it here, each command would
    // have to read the whole file.
    let options = SQLiteRunStoreOptions(checksForDamage: false)
    do {
      if isReadOnly { return try await RunStore.sqlite(reading: URL(filePath: path)) }
      return try await RunStore.sqlite(at: URL(filePath: path), options: options)
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }
  #else
  static func openSQLite(
    _ path: String,
    isReadOnly: Bool
  ) async throws(ToolError) -> RunStore {
    throw ToolError(
      .failed,
      "SQLite is not built into this tenon-runs, so it cannot open '\(path)'. Build it with "
        + "'swift build --package-path Tools --traits SQLite --product tenon-runs'."
    )
  }
  #endif
}
