import Foundation

/// The fields of a form, from the query of an address or from a body.
struct FormFields: Sendable {
  private var values: [String: [String]] = [:]

  /// Reads fields.
  init(_ encoded: String) {
    for field in encoded.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap(Self.decoded) else { continue }
      // What cannot be read is no name of anything, and is not left out.
      let value = Self.decoded(parts.count == 2 ? parts[1] : "") ?? "\u{FFFD}"
      values[name, default: []].append(value)
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// A field, the first of several with one name; `nil` if it is missing or empty.
  subscript(name: String) -> String? {
    values[name]?.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All fields with one name that are not empty.
  func all(_ name: String) -> [String] { values[name, default: []].filter { !$0.isEmpty } }

  /// A field, without white space around it.
  func trimmed(_ name: String) -> String? {
    let text = self[name]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return text.isEmpty ? nil : text
  }
}

/// An address of a page: a path and fields.
enum Address {
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  /// Returns an address.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - fields: The fields; those that are `nil` are left out.
  /// - Returns: The address.
  static func to(_ path: String, _ fields: KeyValuePairs<String, String?> = [:]) -> String {
    let query = query(fields.map { ($0, $1) })
    return query.isEmpty ? path : path + "?" + query
  }

  /// Returns fields as an address and a form have them.
  static func query(_ fields: [(String, String?)]) -> String {
    fields.compactMap { name, value in
      value.flatMap { $0.addingPercentEncoding(withAllowedCharacters: plain) }
        .map { "\(name)=\($0)" }
    }
    .joined(separator: "&")
  }

  static func to(run id: String) -> String { to("/run", ["id": id]) }
}
