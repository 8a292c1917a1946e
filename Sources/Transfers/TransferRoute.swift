package import Foundation
internal import Futures

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The redirects of a transfer whose back end does not follow them itself.
package final class TransferRoute: Sendable {
  /// The maximum number of redirects to follow, which is that of a session.
  private static let longest = 20

  /// The first request.
  private let start: URLRequest

  private let count = Locked(0)

  package init(from start: URLRequest) { self.start = start }

  /// Returns the next request of the transfer.
  ///
  /// - Parameter request: The request; the first one comes first.
  /// - Returns: The request to send.
  /// - Throws: A `URLError` after too many redirects, or if the destination is not an `http` or
  ///   `https` URL with a host.
  package func follow(_ request: URLRequest) throws(URLError) -> URLRequest {
    let isFirst = count.withLock { count in
      defer { count += 1 }
      return count == 0
    }
    if isFirst { return request }
    if count.withLock({ $0 }) > Self.longest + 1 { throw error(.httpTooManyRedirects, request) }
    if WebTarget(request.url) == nil { throw error(.unsupportedURL, request) }
    var request = request
    let isAlike = keepsBody(request)
    if isAlike, start.httpBodyStream != nil { throw error(.requestBodyStreamExhausted, request) }
    request.httpBody = isAlike ? start.httpBody : nil
    return request
  }

  /// Returns whether a request has the body of the first: whether its method is the same.
  package func keepsBody(_ request: URLRequest) -> Bool { request.httpMethod == start.httpMethod }

  private func error(_ code: URLError.Code, _ request: URLRequest) -> URLError {
    var info: [String: Any] = [:]
    info[NSURLErrorFailingURLErrorKey] = request.url
    return URLError(code, userInfo: info)
  }
}
