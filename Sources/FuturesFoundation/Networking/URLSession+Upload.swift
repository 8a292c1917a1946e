public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Sends data as the body of a request, and returns a future of the response.
  ///
  /// The transfer starts immediately. A response with an HTTP status of 400 or more is a response,
  /// not an error.
  ///
  /// - Parameters:
  ///   - request: The request. Its own body is ignored; its method should be one that takes a body,
  ///     such as `POST`.
  ///   - body: The data to send.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future of the body of the response and the response, which settles on the
  ///   session's delegate queue. It fails with the error of the session, unchanged, and with
  ///   `CancellationError` only if you cancelled it or the token.
  public func futureUpload(
    for request: URLRequest,
    from body: Data,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(Data, URLResponse), any Error> {
    transfer(cancellation: token, fileID, line) { promise, task in
      uploadTask(with: request, from: body) { body, response, error in
        task.end()
        promise.complete(body, response, error) { ($0, $1) }
      }
    }
  }

  /// Sends a file as the body of a request, and returns a future of the response.
  ///
  /// The transfer starts immediately. A response with an HTTP status of 400 or more is a response,
  /// not an error.
  ///
  /// - Note: On Linux a session may trap if it reads the file at the moment at which the task ends.
  ///   Files of up to 16 MiB are read at once, by the caller, and are not affected.
  ///
  /// - Parameters:
  ///   - request: The request. Its own body is ignored; its method should be one that takes a body,
  ///     such as `POST`.
  ///   - file: The file to send. It must not change until the future has settled.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future of the body of the response and the response, which settles on the
  ///   session's delegate queue. It fails with the error of the session, unchanged, and with
  ///   `CancellationError` only if you cancelled it or the token.
  public func futureUpload(
    for request: URLRequest,
    fromFile file: URL,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(Data, URLResponse), any Error> {
    transfer(cancellation: token, fileID, line) { promise, task in
      let end: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { body, response, error in
        task.end()
        promise.complete(body, response, error) { ($0, $1) }
      }
      return switch UploadSource(file) {
      case .content(let content): uploadTask(with: request, from: content, completionHandler: end)
      case .file(let file): uploadTask(with: request, fromFile: file, completionHandler: end)
      }
    }
  }
}
