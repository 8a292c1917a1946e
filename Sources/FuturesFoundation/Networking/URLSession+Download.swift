public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads what a request asks for into a file.
  ///
  /// The file lies in the directory for temporary files, under a name of its own. **It is the caller's**, who
  /// moves it to where it belongs or deletes it. If the future is cancelled, or fails, there is no file.
  ///
  /// A response with an HTTP status of 400 or more is a response, not an error. The transfer starts now.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as it is when
  ///     the future itself is cancelled. If it is cancelled already, nothing is sent.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the file and the response, which settles on the session's delegate queue. It
  ///   fails with what the session reports, unchanged; with the error of `FileManager` if the file cannot be
  ///   moved; and with `CancellationError` only if it was cancelled itself or through the token.
  public func futureDownload(
    for request: URLRequest,
    cancellation token: CancellationToken = .none,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(URL, URLResponse), any Error> {
    transfer(cancellation: token, fileID, line) { promise, task in
      downloadTask(with: request) { location, response, error in
        task.end()
        let file = FileManager.default.temporaryDirectory
          .appendingPathComponent("download-\(UUID().uuidString)")
        let isTaken = promise.complete(location, response, error) { location, response in
          try FileManager.default.moveItem(at: location, to: file)
          return (file, response)
        }
        if !isTaken { try? FileManager.default.removeItem(at: file) }
      }
    }
  }

  /// Loads what a URL points to into a file.
  ///
  /// The same as ``futureDownload(for:cancellation:fileID:line:)`` with a plain request for the URL: the
  /// file is the caller's.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the file and the response, which settles on the session's delegate queue.
  public func futureDownload(
    from url: URL,
    cancellation token: CancellationToken = .none,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(URL, URLResponse), any Error> {
    futureDownload(for: URLRequest(url: url), cancellation: token, fileID: fileID, line: line)
  }
}
