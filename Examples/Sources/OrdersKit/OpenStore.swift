import DurableWorkflows
import DurableWorkflowsPostgreSQL
import DurableWorkflowsSQLite
import Foundation

/// A store of orders, and the folder of the bank and the journal that belong to it.
nonisolated struct OpenedStore: Sendable {
  let store: RunStore
  /// The same for each name of the store, because a bank with another ledger would charge again.
  let folder: URL
}

/// Opens the store of the orders.
///
/// - Parameter place: A file, or a URL such as `postgres://mia@db.example/orders`. Missing parts,
///   such as the password, are taken from `PGPASSWORD` and the files of libpq.
/// - Returns: The store, and its folder: beside a file, or a temporary one for a database.
/// - Throws: An error from the store, without the password, and ``UnknownStore``.
nonisolated func openStore(_ place: String) async throws -> OpenedStore {
  // A copied one may have blanks around it. libpq knows the scheme in lower case.
  let place = place.trimmingCharacters(in: .whitespacesAndNewlines)
  let match = place.prefixMatch(of: /(?i)([a-z][a-z0-9+.:\-]*?):\/\/|(postgres|postgresql):/)
  let scheme = (match?.1 ?? match?.2).map { $0.lowercased() } ?? ""
  // Such as 'host=db.example dbname=orders', which libpq understands, too.
  let isParameters =
    place.prefixMatch(of: /[a-z_]+ *=/) != nil
    && place.contains(/\b(host|hostaddr|port|dbname|user|password|service) *=/)
  switch scheme {
  case "postgres", "postgresql": break
  case "" where isParameters: break
  case "":
    let store = try await RunStore.sqlite(at: URL(filePath: place))
    let file = URL(filePath: place).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    // What '--folder' alone makes.
    if file.lastPathComponent == Shop.file { return OpenedStore(store: store, folder: folder) }
    let shop = folder.appending(path: file.lastPathComponent + "-shop")
    return OpenedStore(store: store, folder: shop)
  default: throw UnknownStore(scheme: scheme)
  }
  #if PostgreSQL
  let database = try LibPQDatabase(scheme + place.dropFirst(scheme.count))
  let store = try await RunStore.postgreSQL(database)
  // The server's own number, because a URL may name it in many ways.
  let rows = try await database.query(
    "SELECT system_identifier::text, encode(convert_to(current_database(), 'UTF8'), 'hex') "
      + "FROM pg_control_system()",
    []
  )
  let name = rows.first.map { "\($0[0].text ?? "")-\($0[1].text ?? "")" } ?? ""
  let folder = FileManager.default.temporaryDirectory.appending(path: "tenon-orders-\(name)")
  return OpenedStore(store: store, folder: folder)
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
