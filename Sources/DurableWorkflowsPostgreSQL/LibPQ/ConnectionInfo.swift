#if PostgreSQL
internal import CPostgreSQL
internal import Foundation

/// The address of a server: a URL whose password is passed only to libpq.
///
/// It reads pointers from libpq only in the function that received them.
struct ConnectionInfo: Sendable {
  /// The URL, with the password.
  let url: String
  /// The database, without the password, for messages.
  let place: String
  /// The texts that must not appear in messages.
  private let secrets: [String]

  /// Reads a URL, or parameters such as `host=localhost dbname=runs`.
  ///
  /// - Throws: ``PostgreSQLError`` if libpq does not understand the URL. The message of libpq is
  ///   left out, because it may contain the URL itself.
  init(_ url: String) throws {
    guard let parameters = Self.parameters(of: url) else {
      let unknown = Self.unknownParameter(in: url)
      let detail = unknown.map { "there is no parameter '\($0)'" } ?? ""
      throw PostgreSQLError(.invalidURL, detail: detail)
    }
    self.url = url
    var values: [String: String] = [:]
    for parameter in parameters { values[parameter.name] = parameter.value }
    secrets = ["password", "sslpassword"].compactMap { values[$0] }.filter { !$0.isEmpty }
    let user = values["user"].map { "\($0)@" } ?? ""
    let port = values["port"].map { ":\($0)" } ?? ""
    place = "postgresql://\(user)\(values["host"] ?? "")\(port)/\(values["dbname"] ?? "")"
  }

  /// Returns all parameters of libpq with the values that a text sets, or `nil` if libpq does not
  /// understand the text.
  private static func parameters(of url: String) -> [(name: String, value: String?)]? {
    guard !url.utf8.contains(0), let first = PQconninfoParse(url, nil) else { return nil }
    defer { PQconninfoFree(first) }
    var parameters: [(name: String, value: String?)] = []
    var option = first
    while let keyword = option.pointee.keyword {
      let value = option.pointee.val.map { String(cString: $0) }
      parameters.append((String(cString: keyword), value))
      option += 1
    }
    return parameters
  }

  /// Returns the first parameter that libpq does not know, or `nil` if there is none or if it may
  /// be part of a password.
  private static func unknownParameter(in url: String) -> String? {
    let known = parameters(of: "") ?? []
    let isURL = url.contains("://")
    let text = isURL ? url.split(separator: "?", maxSplits: 1).dropFirst().first ?? "" : url[...]
    if text.contains(where: { "@'\\".contains($0) }) { return nil }
    return text.split(separator: isURL ? "&" : " ").lazy
      .compactMap { $0.wholeMatch(of: /([a-z_]{2,30})=.*/).map { String($0.1) } }
      .first { name in !known.contains { $0.name == name } }
  }

  /// Returns a message from libpq on one line, without passwords.
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
  /// A mirror without the URL.
  var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
#endif
