#if PostgreSQL
internal import CPostgreSQL
internal import Foundation

/// How a server is reached: a URL, whose password is told to nobody but libpq.
///
/// It reads pointers of libpq, in the function that has got them.
struct ConnectionInfo: Sendable {
  /// The URL, with the password.
  let url: String
  /// The database, without the password, for messages.
  let place: String
  /// What is not to appear in messages.
  private let secrets: [String]

  /// Reads a URL, or parameters such as `host=localhost dbname=runs`.
  ///
  /// - Throws: ``PostgreSQLError``, if libpq does not understand it. What libpq says of it is left
  ///   out, because that may be the URL itself.
  init(_ url: String) throws {
    var options: [String: String] = [:]
    guard !url.utf8.contains(0), let first = PQconninfoParse(url, nil) else {
      throw PostgreSQLError(.invalidURL)
    }
    defer { PQconninfoFree(first) }
    var option = first
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    self.url = url
    secrets = ["password", "sslpassword"].compactMap { options[$0] }.filter { !$0.isEmpty }
    let user = options["user"].map { "\($0)@" } ?? ""
    let port = options["port"].map { ":\($0)" } ?? ""
    place = "postgresql://\(user)\(options["host"] ?? "")\(port)/\(options["dbname"] ?? "")"
  }

  /// Returns a message of libpq on one line, without passwords.
  func redacted(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    return secrets.reduce(line) { $0.replacing($1, with: "***") }
  }

  func error(
    _ reason: PostgreSQLError.Reason,
    sqlState: String? = nil,
    _ detail: String = ""
  ) -> PostgreSQLError {
    PostgreSQLError(reason, sqlState: sqlState, database: place, detail: redacted(detail))
  }
}

extension ConnectionInfo: CustomStringConvertible, CustomReflectable {
  var description: String { place }
  /// Without the URL.
  var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
#endif
