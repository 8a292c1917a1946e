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
  // A copied one may have blanks around it. libpq knows the scheme in lower case.
  let place = place.trimmingCharacters(in: .whitespacesAndNewlines)
  let match = place.prefixMatch(of: /(?i)([a-z][a-z0-9+.:\-]*?):\/\/|(postgres|postgresql):/)
  let scheme = (match?.1 ?? match?.2).map { $0.lowercased() } ?? ""
  // Such as 'host=db.example dbname=orders', which libpq understands, too.
  let isParameters = place.contains(/\b(host|dbname|user|password|service)=/)
  switch scheme {
  case "postgres", "postgresql": break
  case "" where isParameters: break
  case "": return try await SQLiteRunStore(at: URL(filePath: place))
  default: throw UnknownStore(scheme: scheme)
  }
  #if PostgreSQL
  return try await PostgreSQLRunStore(scheme + place.dropFirst(scheme.count))
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
