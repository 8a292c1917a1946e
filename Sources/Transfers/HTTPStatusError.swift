public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A response with a status of 400 or more.
///
/// It takes the place of BkTask's errors in the domain `BkHTTPErrorDomain`.
public struct HTTPStatusError: Error, Sendable {
  /// The response.
  public let response: HTTPURLResponse

  /// The body, or as much of its beginning as ``TransferOptions/maximumErrorBody`` allows.
  public let body: Data

  /// Whether there was more of the body than is kept, or than arrived.
  public let isBodyTruncated: Bool

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - body: The body, or its beginning.
  ///   - isBodyTruncated: Whether there was more.
  public init(response: HTTPURLResponse, body: Data = Data(), isBodyTruncated: Bool = false) {
    self.response = response
    self.body = body
    self.isBodyTruncated = isBodyTruncated
  }

  /// The status, such as 404.
  public var status: Int { response.statusCode }

  /// What was asked for.
  public var url: URL? { response.url }

  /// The header fields of the response.
  public var headers: [String: String] {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    return headers
  }

  /// Whether the server may well answer otherwise a little later: 408, 425, 429, 500, 502, 503 and
  /// 504.
  public var isTransient: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}

extension HTTPStatusError: CustomStringConvertible {
  /// What was asked for, the status, and whether to try again.
  public var description: String {
    let subject = url.map { "\($0.absoluteString): " } ?? ""
    let words = HTTPURLResponse.localizedString(forStatusCode: status)
    let advice = isTransient ? "try again later" : "the same request will fail again"
    return "\(subject)the server answered \(status) (\(words)); \(advice)"
  }
}
