public import JSONValues

/// A rule that hides secrets in URLs and in App Link data.
///
/// ```swift
/// URLRedaction.standard.redacted("shop://cart?access_token=abc&page=2")
/// // shop://cart?access_token=redacted&page=2
/// ```
///
/// The redaction hides the values of App Link extras. It also hides values whose name suggests a
/// secret: in queries, in fragments that look like queries, in data, and in URLs inside queries and
/// data. The user and password of a URL are hidden as well, and so is data that cannot be read,
/// with everything after it if it appears to be cut off. Text without anything to hide remains
/// unchanged, byte for byte.
///
/// The redaction is a precaution and not a guarantee: a secret in a path or under an innocuous name
/// remains visible.
public struct URLRedaction: Sendable, Hashable {
  /// The text that replaces a secret.
  package static let placeholder = "redacted"

  /// Parts of names, in lowercase.
  ///
  /// A name that contains one of them is secret.
  package var secretNameParts: Set<String>

  /// Names, in lowercase, that are secret only as a whole.
  package var secretNames: Set<String>

  /// Creates a redaction.
  ///
  /// - Parameters:
  ///   - secretNameParts: Parts of names, in lowercase, that mark a secret.
  ///   - secretNames: Names, in lowercase, that mark a secret only as a whole.
  public init(secretNameParts: Set<String>, secretNames: Set<String>) {
    self.secretNameParts = secretNameParts
    self.secretNames = secretNames
  }

  /// Hides values with the usual names of tokens, passwords, signatures, codes and sessions.
  public static let standard = URLRedaction(
    secretNameParts: [
      "token", "secret", "passw", "passphrase", "credential", "signature", "session", "apikey",
      "api_key", "api-key", "authorization", "jwt", "bearer", "private_key",
    ],
    secretNames: ["auth", "code", "key", "otp", "pin", "pwd", "sig", "sid", "ticket"]
  )

  /// Returns text without the secrets in it if it is a URL.
  ///
  /// Other text remains unchanged.
  ///
  /// - Parameter text: A URL or any other text.
  /// - Returns: The text with placeholders.
  /// - Complexity: O(*n*) in the length of the text.
  public func redacted(_ text: String) -> String { redacted(text, depth: 3) }

  /// Returns App Link data, or any other JSON, without the secrets in it.
  ///
  /// - Parameter data: The data.
  /// - Returns: Data of the same shape, with placeholders for each value below `extras` and for
  ///   each value with a secret name.
  public func redacted(_ data: JSONValue) -> JSONValue { redacted(data, isSecret: false, depth: 3) }

  /// Returns whether a name suggests that its value is secret.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: Whether the name contains a part that marks a secret.
  package func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return secretNames.contains(name)
      || secretNameParts.contains { Self.contains($0.utf8, in: name.utf8) }
  }

  /// Returns whether a name contains a part, byte for byte.
  ///
  /// A comparison of characters takes many times as long, and a URL can have thousands of names.
  private static func contains(_ part: String.UTF8View, in name: String.UTF8View) -> Bool {
    guard let first = part.first else { return true }
    var rest = name[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  // MARK: URLs, data in URLs, and URLs in that data, up to a depth

  private func redacted(_ text: String, depth: Int) -> String {
    let parts = URLParts(text)
    guard parts.scheme != nil || parts.query != nil || parts.fragment != nil || parts.hasUserInfo
    else { return text }
    var result = parts.scheme.map { $0 + ":" } ?? ""
    if let authority = parts.authority {
      result += "//" + (parts.hasUserInfo ? withoutUserInfo(authority) : authority)
    }
    result += parts.path
    var isCut = false
    if let query = parts.query { result += "?" + redactedQuery(query, depth, &isCut) }
    if let fragment = parts.fragment, !isCut {
      result += "#" + redactedFragment(fragment, depth)
    }
    return result
  }

  private func withoutUserInfo(_ authority: String) -> String {
    let host = authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      .last
    return URLRedaction.placeholder + "@" + String(Substring(host ?? authority.utf8[...]))
  }

  private func redactedFragment(_ fragment: String, _ depth: Int) -> String {
    var isCut = false
    guard let mark = fragment.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return redactedQuery(fragment, depth, &isCut)
    }
    let path = redactedQuery(String(fragment[..<mark]), depth, &isCut)
    if isCut { return path }
    let query = String(fragment[fragment.utf8.index(after: mark)...])
    return path + "?" + redactedQuery(query, depth, &isCut)
  }

  /// Returns a query without the secrets in it.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - depth: The number of levels to descend into values.
  ///   - isCut: Set to `true` if data in the query appears to be cut off. Everything after that
  ///     data belongs to it and is omitted.
  /// - Returns: The query with placeholders.
  private func redactedQuery(_ query: String, _ depth: Int, _ isCut: inout Bool) -> String {
    var result = ""
    var isFirst = true
    for piece in QueryPieces(query) {
      let item = URLParts.QueryItem(rawText: String(Substring(piece)))
      if !isFirst { result += "&" }
      isFirst = false
      result += redacted(item, depth)
      isCut = isBeginningOfData(item)
      if isCut { break }
    }
    return result
  }

  /// Returns whether the data in an item continues after it because a sender did not escape an `&`
  /// or `#`.
  private func isBeginningOfData(_ item: URLParts.QueryItem) -> Bool {
    guard item.name == AppLink.dataParameter, let value = item.value else { return false }
    return value.trimmingHTMLSpace.utf8.first == UInt8(ascii: "{")
      && (try? JSONValue(parsing: value)) == nil
  }

  private func redacted(_ item: URLParts.QueryItem, _ depth: Int) -> String {
    guard let value = item.value, !value.isEmpty else { return item.rawText }
    let new: String
    if isSecret(item.name) {
      new = URLRedaction.placeholder
    } else if item.name == AppLink.dataParameter {
      new = redactedData(value, depth)
    } else if depth > 0 {
      new = redacted(value, depth: depth - 1)
    } else {
      return item.rawText
    }
    if new == value { return item.rawText }
    return PercentCoding.encode(item.name.utf8) + "=" + PercentCoding.encode(new.utf8)
  }

  /// Hides data that cannot be read as a whole, because it can contain anything.
  private func redactedData(_ text: String, _ depth: Int) -> String {
    guard depth > 0, let data = try? JSONValue(parsing: text) else {
      return URLRedaction.placeholder
    }
    let redacted = redacted(data, isSecret: false, depth: depth - 1)
    if redacted == data, isWhole(data, in: text) { return text }
    return (try? redacted.encoded()) ?? URLRedaction.placeholder
  }

  /// Returns whether data contains everything that its text does.
  ///
  /// If several members have the same name, the data contains only the last one. The others can be
  /// secret.
  private func isWhole(_ data: JSONValue, in text: String) -> Bool {
    (try? JSONValue(parsing: text.utf8, options: .init(refusesDuplicateNames: true))) == data
  }

  private func redacted(_ value: JSONValue, isSecret: Bool, depth: Int) -> JSONValue {
    switch value {
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            let isSecret = isSecret || name == "extras" || self.isSecret(name)
            return (name, redacted(value, isSecret: isSecret, depth: depth))
          }
        )
      )
    case .array(let elements):
      return .array(elements.map { redacted($0, isSecret: isSecret, depth: depth) })
    case .null: return .null
    case let value where isSecret: return value == "" ? value : .string(URLRedaction.placeholder)
    case .string(let text): return .string(depth > 0 ? redacted(text, depth: depth - 1) : text)
    default: return value
    }
  }
}
