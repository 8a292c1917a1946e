public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads what a request asks for.
  ///
  /// ```swift
  /// let page = URLSession.shared.futureData(for: request)
  ///   .timeout(.seconds(10))
  ///   .map { body, response in try decode(body) }
  /// ```
  ///
  /// A response with an HTTP status of 400 or more is a response, not an error. The transfer starts
  /// now.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the body and the response, which settles on the session's delegate
  ///   queue. It fails with what the session reports, unchanged; with `CancellationError` only if
  ///   it was cancelled itself or through the token.
  public func futureData(
    for request: URLRequest,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(Data, URLResponse), any Error> {
    transfer(cancellation: token, fileID, line) { promise, task in
      dataTask(with: request) { body, response, error in
        task.end()
        promise.complete(body, response, error) { ($0, $1) }
      }
    }
  }

  /// Loads what a URL points to.
  ///
  /// The same as ``futureData(for:cancellation:fileID:line:)`` with a plain request for the URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off.
  ///     By default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the body and the response, which settles on the session's delegate
  ///   queue.
  public func futureData(
    from url: URL,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(Data, URLResponse), any Error> {
    futureData(for: URLRequest(url: url), cancellation: token, fileID: fileID, line: line)
  }
}
