public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Sends data as the body of a request.
  ///
  /// A response with an HTTP status of 400 or more is a response, not an error. The transfer starts
  /// now.
  ///
  /// - Parameters:
  ///   - request: The request; its own body is not used. Its method should be one that takes a
  ///     body, such as `POST`.
  ///   - body: What to send.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the body of the response and the response, which settles on the
  ///   session's delegate queue. It fails with what the session reports, unchanged; with
  ///   `CancellationError` only if it was cancelled itself or through the token.
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

  /// Sends a file as the body of a request.
  ///
  /// A response with an HTTP status of 400 or more is a response, not an error. The transfer starts
  /// now.
  ///
  /// - Note: On Linux a session may trap if it reads the file at the moment at which the task ends.
  ///   Files of up to 16 MiB are read as a whole, by the caller, and are safe from that.
  ///
  /// - Parameters:
  ///   - request: The request; its own body is not used. Its method should be one that takes a
  ///     body, such as `POST`.
  ///   - file: The file to send. It must not change until the future has settled.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the body of the response and the response, which settles on the
  ///   session's delegate queue. It fails with what the session reports, unchanged; with
  ///   `CancellationError` only if it was cancelled itself or through the token.
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
