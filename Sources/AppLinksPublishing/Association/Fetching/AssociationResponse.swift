/// The answer of a server to a request for an association file.
///
/// The type loads nothing. Load the file with any client that does not follow redirects, and pass
/// the response:
///
/// ```swift
/// let response = AssociationResponse(
///   url: "https://example.com/.well-known/assetlinks.json",
///   status: 301,
///   headers: [
///     "Location": "https://www.example.com/.well-known/assetlinks.json"
///   ]
/// )
/// for finding in response.findings(for: .android) { print(finding) }
/// ```
public struct AssociationResponse: Sendable, Hashable, Codable {
  /// The URL of the request.
  public var url: String

  /// The status of the first answer, such as 200.
  public var status: Int

  /// The headers of the first answer, whose names may have any case.
  public var headers: [String: String]

  /// The body of the first answer.
  public var body: [UInt8]

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - status: The status of the first answer, before any redirect.
  ///   - headers: The headers.
  ///   - body: The body.
  public init(url: String, status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the value of a header.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The value, or `nil` if there is no such header.
  func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.sorted { $0.key < $1.key }.first { $0.key.lowercased() == name }?.value
  }
}
