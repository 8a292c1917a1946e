import DurableWorkflows
import Foundation
import ToolSupport

/// The location of a store: a file, or the URL of a database.
enum StoreAddress: Equatable {
  case file(String)
  /// A PostgreSQL database. The URL may contain a password.
  case postgreSQL(String)

  /// The environment variable that names the store.
  static let variable = "TENON_STORE"

  /// The environment variable that names the schema of the tables in PostgreSQL.
  static let schemaVariable = "TENON_SCHEMA"

  /// Reads the value of an option or of the environment variable.
  ///
  /// - Throws: ``ToolError`` if the text is a URL of another kind. The error does not repeat the
  ///   URL, which may contain a password.
  init(_ text: String) throws(ToolError) {
    guard let scheme = Self.scheme(of: text) else {
      self = Self.isParameters(text) ? .postgreSQL(text) : .file(text)
      return
    }
    guard scheme == "postgres" || scheme == "postgresql" else {
      throw ToolError(
        .usage,
        "A store is a file, or a URL that begins with 'postgres://'; '\(scheme)://' is something "
          + "else."
      )
    }
    // libpq accepts it only in lowercase, and without the blanks that a copied URL may have.
    let url = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self = .postgreSQL(scheme + url.dropFirst(scheme.count))
  }

  /// The scheme of a URL, in lowercase; `nil` if the text is not a URL.
  ///
  /// The scheme of `jdbc:postgresql://…` has a colon, and `postgres:…` is a mistyped URL. Neither
  /// is a file, whose name a message would repeat together with the password.
  private static func scheme(of text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    let match = text.prefixMatch(of: /([a-z][a-z0-9+.:\-]*):\/\/|(postgres|postgresql):/)
    return (match?.1 ?? match?.2).map(String.init)
  }

  /// Whether a text has a form such as `host=db.example dbname=orders`, which libpq also accepts.
  private static func isParameters(_ text: String) -> Bool {
    let names = ["host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode"]
    return text.split(separator: " ").contains { word in
      names.contains { word.hasPrefix("\($0)=") }
    }
  }

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - schema: The schema of the tables in a PostgreSQL database; `nil` for the one in the
  ///     environment, or the default schema if there is none.
  ///   - isReadOnly: Whether a file is only read, so that it need not be writable.
  /// - Returns: The store.
  /// - Throws: ``ToolError`` if the store does not exist or cannot be opened.
  func open(schema: String?, isReadOnly: Bool = false) async throws(ToolError) -> RunStore {
    if let store = ToolContext.current.store { return store }
    switch self {
    case .file(let path):
      if let schema {
        throw ToolError(
          .usage,
          "'--schema \(schema)' is for a database of PostgreSQL, and '\(path)' is a file. Remove it."
        )
      }
      return try await Self.openFile(path, isReadOnly: isReadOnly)
    case .postgreSQL(let url):
      let schema = schema ?? ToolContext.current.environment[Self.schemaVariable]
      return try await Self.openPostgreSQL(url, schema: schema.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  /// Returns a URL without its possible secrets: the user, the password, and the query.
  static func withoutPassword(_ url: String) -> String {
    if scheme(of: url) == nil { return "host=…" }
    guard let start = url.range(of: "://") else { return "postgres:…" }
    let rest = url[start.upperBound...]
    // Search for the last '@': one in a password should be escaped, but is not always.
    let base = rest.prefix { $0 != "?" && $0 != "#" }
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? base
    return String(url[..<start.upperBound] + host.prefix { $0 != "?" && $0 != "#" })
  }

  /// Returns a message in which database URLs from the arguments contain no password.
  @Sendable
  static func withoutPasswords(_ message: String, _ arguments: [String]) -> String {
    var message = message
    for argument in arguments {
      let value = argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? argument
      for text in [argument, value] {
        guard scheme(of: text) != nil || isParameters(text) else { continue }
        message = message.replacing(text, with: withoutPassword(text))
      }
    }
    return message
  }
}

extension StoreAddress {
  private static func openFile(
    _ path: String,
    isReadOnly: Bool
  ) async throws(ToolError) -> RunStore {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolError(.failed, "The store '\(path)' does not exist. Check the path.")
    }
    if isFolder.boolValue {
      throw ToolError(.failed, "The store '\(path)' is a folder. Name the file of a store in it.")
    }
    return try await openSQLite(path, isReadOnly: isReadOnly)
  }
}
