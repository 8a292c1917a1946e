import DurableWorkflows
import DurableWorkflowsPostgreSQL
import ToolSupport

extension StoreAddress {
  #if PostgreSQL
  static func openPostgreSQL(
    _ url: String,
    schema: String?
  ) async throws(ToolError) -> RunStore {
    var options = PostgreSQLRunStoreOptions()
    if let schema { options.schema = schema }
    do {
      // The user waits for the answer.
      let database = try LibPQDatabase(url, options: .init(connectTimeout: .seconds(5)))
      // Opening a store would create its tables in a database that has another purpose.
      guard try await database.hasTable("store", inSchema: options.schema) else {
        throw ToolError(
          .failed,
          "The database '\(database)' has no runs: there is no schema '\(options.schema)' with their "
            + "tables. Check the URL, or name the schema with '--schema'."
        )
      }
      return try await RunStore.postgreSQL(database, options: options)
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }
  #else
  static func openPostgreSQL(
    _ url: String,
    schema: String?
  ) async throws(ToolError) -> RunStore {
    throw ToolError(
      .failed,
      "PostgreSQL is not built into this tenon-runs, so it cannot open "
        + "'\(withoutPassword(url))'. Build it with "
        + "'swift build --package-path Tools --traits SQLite,PostgreSQL --product tenon-runs'."
    )
  }
  #endif
}
