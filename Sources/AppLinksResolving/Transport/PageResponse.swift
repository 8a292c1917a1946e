/// The head of the answer to a ``PageRequest``.
public struct PageResponse: Sendable, Hashable {
  /// The status, such as 200.
  public let status: Int

  /// The header fields, with names in small letters.
  public let headers: [String: String]

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status, such as 200.
  ///   - headers: The header fields; of names that differ only in case, the last one in order
  ///     counts.
  public init(status: Int, headers: [String: String] = [:]) {
    self.status = status
    let sorted = headers.sorted { $0.key < $1.key }
    self.headers = Dictionary(sorted.map { ($0.key.lowercased(), $0.value) }) { $1 }
  }

  /// The value of a header field.
  ///
  /// - Parameter name: The name, in any case.
  public subscript(name: String) -> String? { headers[name.lowercased()] }

  /// Where the response redirects to, if its status is one that is followed.
  var location: String? {
    [301, 302, 303, 307, 308].contains(status) ? self["location"] : nil
  }
}
