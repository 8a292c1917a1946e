import Foundation

/// The fields of a form, from the query of an address or from a body.
struct FormFields: Sendable {
  private var values: [String: String] = [:]

  /// Reads fields, the first of several with one name.
  init(_ encoded: String) {
    for field in encoded.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap(Self.decoded), values[name] == nil else { continue }
      values[name] = parts.count == 2 ? Self.decoded(parts[1]) : ""
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// A field; `nil` if it is missing or empty.
  subscript(name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

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
    let query = fields.compactMap { name, value in
      value.flatMap { $0.addingPercentEncoding(withAllowedCharacters: plain) }
        .map { "\(name)=\($0)" }
    }
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }

  static func to(run id: String) -> String { to("/run", ["id": id]) }
}
