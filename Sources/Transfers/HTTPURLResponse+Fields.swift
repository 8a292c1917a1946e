#if canImport(FoundationNetworking)
package import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension HTTPURLResponse {
  /// Returns the values of the header fields with a name, which a server may send several times.
  ///
  /// ```swift
  /// let cookies = response.values(forHTTPHeaderField: "Set-Cookie")
  /// ```
  ///
  /// `value(forHTTPHeaderField:)` joins the values with commas, from which those of `Set-Cookie`
  /// cannot be told apart. `URLSession` keeps only that form, so a response that it has received
  /// has one value. The back end of `TransfersHTTPClient` keeps each value.
  ///
  /// - Parameter name: The name; the case of letters does not matter.
  /// - Returns: The values, in the order in which they arrived.
  public func values(forHTTPHeaderField name: String) -> [String] {
    if let values = (self as? RepeatingResponse)?.repeated[name.lowercased()] { return values }
    return value(forHTTPHeaderField: name).map { [$0] } ?? []
  }

  /// Returns a response whose fields with the same name are joined, and known apart.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - status: The status.
  ///   - version: The version of HTTP, such as `HTTP/1.1`.
  ///   - fields: The header fields, in the order in which they arrived.
  /// - Returns: The response.
  package static func receiving(
    from url: URL,
    status: Int,
    version: String,
    _ fields: [(name: String, value: String)]
  ) -> HTTPURLResponse? {
    var joined = [String: String](minimumCapacity: fields.count)
    var repeated: [String: [String]] = [:]
    var names = FieldNames(count: fields.count)
    for field in fields {
      let name = names.first(field.name, among: joined.keys)
      guard let known = joined[name] else {
        joined[name] = field.value
        continue
      }
      joined[name] = "\(known), \(field.value)"
      repeated[name.lowercased(), default: [known]].append(field.value)
    }
    if repeated.isEmpty {
      return HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: version,
        headerFields: joined
      )
    }
    return RepeatingResponse(url, status, version, joined, repeated)
  }
}

/// A response with several header fields of the same name.
///
/// Unchecked, as its superclass is, which has to be said again. What it adds does not change once
/// it has been created.
private final class RepeatingResponse: HTTPURLResponse, @unchecked Sendable {
  /// The values of the fields that were sent several times, under their names in lowercase.
  private(set) var repeated: [String: [String]] = [:]

  convenience init?(
    _ url: URL,
    _ status: Int,
    _ version: String,
    _ fields: [String: String],
    _ repeated: [String: [String]]
  ) {
    self.init(url: url, statusCode: status, httpVersion: version, headerFields: fields)
    self.repeated = repeated
  }
}

/// The names of header fields, compared without regard to case.
private struct FieldNames {
  /// The names, keyed by their lowercase forms, if there are too many to compare pairwise.
  private var known: [String: String]?

  init(count: Int) { known = count > 16 ? [:] : nil }

  /// Returns the first name that is equal except for case.
  mutating func first(_ name: String, among names: some Sequence<String>) -> String {
    guard known != nil else {
      return names.first { $0.utf8.elementsEqual(name.utf8, by: Self.isSame) } ?? name
    }
    let key = name.lowercased()
    let first = known?[key] ?? name
    known?[key] = first
    return first
  }

  private static func isSame(_ byte: UInt8, _ other: UInt8) -> Bool {
    if byte == other { return true }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return byte | 0x20 == other | 0x20 && letters.contains(byte | 0x20)
  }
}
