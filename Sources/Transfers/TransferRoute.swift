internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking

/// The way of a transfer from redirect to redirect, which on Linux the session does not go itself.
final class TransferRoute: Sendable {
  /// The most redirects that are followed, as many as a session follows.
  private static let longest = 20

  /// Where it begins.
  let start: URLRequest

  private let count = Locked(0)

  init(from start: URLRequest) { self.start = start }

  /// Goes on.
  ///
  /// - Parameter request: The request; the one it begins with comes first.
  /// - Returns: The request as it is to be made.
  /// - Throws: A `URLError` if the way is too long, or does not lead to a server.
  func follow(_ request: URLRequest) throws(URLError) -> URLRequest {
    let isFirst = count.withLock { count in
      defer { count += 1 }
      return count == 0
    }
    if isFirst { return request }
    if count.withLock({ $0 }) > Self.longest + 1 { throw error(.httpTooManyRedirects, request) }
    let isWeb = ["http", "https"].contains(request.url?.scheme?.lowercased())
    guard isWeb, request.url?.host?.isEmpty == false else { throw error(.unsupportedURL, request) }
    var request = request
    let isAlike = request.httpMethod == start.httpMethod
    if isAlike, start.httpBodyStream != nil { throw error(.requestBodyStreamExhausted, request) }
    request.httpBody = isAlike ? start.httpBody : nil
    return request
  }

  private func error(_ code: URLError.Code, _ request: URLRequest) -> URLError {
    var info: [String: Any] = [:]
    info[NSURLErrorFailingURLErrorKey] = request.url
    return URLError(code, userInfo: info)
  }
}
#endif
