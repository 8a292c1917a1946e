import DurableWorkflows
import DurableWorkflowsPostgreSQL
import DurableWorkflowsSQLite
import Foundation

/// Opens the store of the orders.
///
/// - Parameter place: A file, or a URL such as `postgres://mia@db.example/orders`. Missing parts,
///   such as the password, are taken from `PGPASSWORD` and the files of libpq.
/// - Returns: The store.
/// - Throws: An error from the store, without the password, and ``UnknownStore``.
nonisolated func openStore(_ place: String) async throws -> any RunStore {
  guard let end = place.firstRange(of: "://")?.lowerBound else {
    return try await SQLiteRunStore(at: URL(filePath: place))
  }
  let scheme = String(place[..<end])
  guard ["postgres", "postgresql"].contains(scheme) else { throw UnknownStore(scheme: scheme) }
  #if PostgreSQL
  return try await PostgreSQLRunStore(place)
  #else
  throw NotBuiltIn(
    what: "PostgreSQL",
    command: "swift run --package-path Examples --traits PostgreSQL orders"
  )
  #endif
}

/// An error that reports a URL of an unknown kind of store.
nonisolated struct UnknownStore: Error, CustomStringConvertible {
  let scheme: String

  // The URL is left out because it may contain a password.
  var description: String {
    "A store is a file, or a URL that begins with 'postgres://'; '\(scheme)://' is something else."
  }
}

/// An error that reports that the program was built without a part.
nonisolated package struct NotBuiltIn: Error, CustomStringConvertible {
  package let what: String
  package let command: String

  package init(what: String, command: String) {
    self.what = what
    self.command = command
  }

  package var description: String {
    "\(what) is not built into this program. Build it with '\(command)'."
  }
}
