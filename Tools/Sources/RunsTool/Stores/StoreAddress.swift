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

  init(_ text: String) {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    let isPostgreSQL = scheme == "postgres" || scheme == "postgresql"
    self = isPostgreSQL && text.contains("://") ? .postgreSQL(text) : .file(text)
  }

  /// Opens the store.
  ///
  /// - Throws: ``ToolError`` if there is none, or it cannot be opened.
  func open() async throws(ToolError) -> any RunStore {
    if let store = ToolContext.current.store { return store }
    switch self {
    case .file(let path): return try await Self.openFile(path)
    case .postgreSQL(let url): throw Self.notBuiltIn(url)
    }
  }

  private static func notBuiltIn(_ url: String) -> ToolError {
    ToolError(
      .failed,
      "PostgreSQL is not built into this tenon-runs, so it cannot open "
        + "'\(withoutPassword(url))'. Name the file of a store in SQLite."
    )
  }

  /// Returns a URL without what may be secret: the user, the password, and the query.
  static func withoutPassword(_ url: String) -> String {
    guard let start = url.range(of: "://") else { return url }
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
        guard case .postgreSQL = StoreAddress(text) else { continue }
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
