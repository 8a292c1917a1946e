public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The error of a response with a status of 400 or more.
///
/// It replaces BkTask's errors in the domain `BkHTTPErrorDomain`.
public struct HTTPStatusError: Error, Sendable {
  /// The response.
  public let response: HTTPURLResponse

  /// The body, up to ``TransferOptions/maximumErrorBodyBytes`` bytes.
  public let body: Data

  /// Whether the body was longer, or did not arrive completely.
  public let isBodyTruncated: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - body: The body, or its beginning.
  ///   - isBodyTruncated: Whether the body was longer, or did not arrive completely.
  public init(response: HTTPURLResponse, body: Data = Data(), isBodyTruncated: Bool = false) {
    self.response = response
    self.body = body
    self.isBodyTruncated = isBodyTruncated
  }

  /// The status, such as 404.
  public var status: Int { response.statusCode }

  /// The URL of the response.
  public var url: URL? { response.url }

  /// The header fields of the response; those with the same name are joined with commas.
  public var headers: [String: String] { response.fields }

  /// Whether a later attempt may succeed: the status is 408, 425, 429, 500, 502, 503 or 504.
  public var isTransient: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}

extension HTTPStatusError: CustomStringConvertible {
  /// A message with the URL, the status, and whether to try again.
  public var description: String {
    let subject = url.map { "\($0.absoluteString): " } ?? ""
    let words = HTTPURLResponse.localizedString(forStatusCode: status)
    let advice = isTransient ? "try again later" : "the same request will fail again"
    return "\(subject)the server answered \(status) (\(words)); \(advice)"
  }
}

extension HTTPURLResponse {
  /// The header fields as text.
  package var fields: [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in allHeaderFields { fields["\(name)"] = "\(value)" }
    return fields
  }
}
