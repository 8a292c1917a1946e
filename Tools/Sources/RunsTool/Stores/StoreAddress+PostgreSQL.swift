import DurableWorkflows
import DurableWorkflowsPostgreSQL
import ToolSupport

extension StoreAddress {
  #if PostgreSQL
  static func openPostgreSQL(
    _ url: String,
    schema: String?
  ) async throws(ToolError) -> any RunStore {
    var options = PostgreSQLRunStore.Options()
    if let schema { options.schema = schema }
    do {
      // A person waits for the answer.
      let database = try LibPQDatabase(url, options: .init(connectTimeout: .seconds(5)))
      guard try await hasRuns(database, options.schema) else {
        throw ToolError(
          .failed,
          "The database '\(database)' has no runs: there is no schema '\(options.schema)' with their "
            + "tables. Check the URL, or name the schema with '--schema'."
        )
      }
      return try await PostgreSQLRunStore(database, options: options)
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }

  /// Whether there are tables: opening a store would create them in a database of something else.
  private static func hasRuns(_ database: LibPQDatabase, _ schema: String) async throws -> Bool {
    let found = try await database.query(
      """
      SELECT EXISTS (
        SELECT FROM pg_catalog.pg_class AS c
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = $1::text AND c.relname = 'store'
      )
      """,
      [.text(schema)]
    )
    return found.first?[0].boolean == true
  }
  #else
  static func openPostgreSQL(
    _ url: String,
    schema: String?
  ) async throws(ToolError) -> any RunStore {
    throw ToolError(
      .failed,
      "PostgreSQL is not built into this tenon-runs, so it cannot open "
        + "'\(withoutPassword(url))'. Build it with "
        + "'swift build --package-path Tools --traits SQLite,PostgreSQL --product tenon-runs'."
    )
  }
  #endif
}
