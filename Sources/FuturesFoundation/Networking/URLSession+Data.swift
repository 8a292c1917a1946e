public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Returns a future of the response to a request.
  ///
  /// ```swift
  /// let page = URLSession.shared.futureData(for: request)
  ///   .timeout(.seconds(10))
  ///   .map { body, response in try decode(body) }
  /// ```
  ///
  /// The transfer starts immediately. A response with an HTTP status of 400 or more is a response,
  /// not an error.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future of the body and the response, which settles on the session's delegate
  ///   queue. It fails with the error of the session, unchanged, and with `CancellationError` only
  ///   if you cancelled it or the token.
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

  /// Returns a future of the response to a plain request for a URL.
  ///
  /// Otherwise the same as ``futureData(for:cancellation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Cancels the future and the transfer. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
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
