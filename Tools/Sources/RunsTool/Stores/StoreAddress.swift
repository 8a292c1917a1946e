import DurableWorkflows
import Foundation
import ToolSupport

/// Where a store is: a file, or the URL of a database.
enum StoreAddress: Equatable {
  case file(String)
  /// A database of PostgreSQL. The URL may have a password.
  case postgreSQL(String)

  /// The variable of the environment that names the store.
  static let variable = "TENON_STORE"

  /// The variable of the environment that names the schema of the tables in PostgreSQL.
  static let schemaVariable = "TENON_SCHEMA"

  /// Reads the value of an option, or of the variable.
  ///
  /// - Throws: ``ToolError`` if it is the URL of something else. It does not repeat the URL, which
  ///   may have a password.
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
    // libpq knows it in lower case, and without blanks around it, as a copied one may have them.
    let url = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self = .postgreSQL(scheme + url.dropFirst(scheme.count))
  }

  /// The scheme of a URL, in lower case; `nil` if a text is none.
  ///
  /// That of `jdbc:postgresql://…` has a colon, and `postgres:…` is one with an error in it: they
  /// are no files either, whose names messages would repeat with the password.
  private static func scheme(of text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    let match = text.prefixMatch(of: /([a-z][a-z0-9+.:\-]*):\/\/|(postgres|postgresql):/)
    return (match?.1 ?? match?.2).map(String.init)
  }

  /// Whether a text is one such as `host=db.example dbname=orders`, which libpq understands, too.
  private static func isParameters(_ text: String) -> Bool {
    let names = ["host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode"]
    return text.split(separator: " ").contains { word in
      names.contains { word.hasPrefix("\($0)=") }
    }
  }

  /// Opens the store.
  ///
  /// - Parameter schema: The schema of the tables in a database of PostgreSQL; `nil` for that of
  ///   the environment, or else the usual one.
  /// - Returns: The store.
  /// - Throws: ``ToolError`` if there is none, or it cannot be opened.
  func open(schema: String?) async throws(ToolError) -> any RunStore {
    if let store = ToolContext.current.store { return store }
    switch self {
    case .file(let path):
      if let schema {
        throw ToolError(
          .usage,
          "'--schema \(schema)' is for a database of PostgreSQL, and '\(path)' is a file. Remove it."
        )
      }
      return try await Self.openFile(path)
    case .postgreSQL(let url):
      let schema = schema ?? ToolContext.current.environment[Self.schemaVariable]
      return try await Self.openPostgreSQL(url, schema: schema.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  /// Returns a URL without what may be secret: the user, the password, and the query.
  static func withoutPassword(_ url: String) -> String {
    if scheme(of: url) == nil { return "host=…" }
    guard let start = url.range(of: "://") else { return "postgres:…" }
    let rest = url[start.upperBound...]
    // The last '@': one in a password should be escaped, and is not always.
    let base = rest.prefix { $0 != "?" && $0 != "#" }
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? base
    return String(url[..<start.upperBound] + host.prefix { $0 != "?" && $0 != "#" })
  }

  /// Returns a message in which the URLs of databases among the arguments have no password.
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
  private static func openFile(_ path: String) async throws(ToolError) -> any RunStore {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolError(.failed, "The store '\(path)' does not exist. Check the path.")
    }
    if isFolder.boolValue {
      throw ToolError(.failed, "The store '\(path)' is a folder. Name the file of a store in it.")
    }
    return try await openSQLite(path)
  }
}
