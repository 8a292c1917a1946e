public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Loads what a request asks for into a file.
  ///
  /// The file lies in the directory for temporary files, under a name of its own. **It is the
  /// caller's**, who moves it to where it belongs or deletes it. If the future is cancelled, or
  /// fails, there is no file.
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
  /// - Returns: A future of the file and the response, which settles on the session's delegate
  ///   queue. It fails with what the session reports, unchanged; with the error of `FileManager` if
  ///   the file cannot be moved; and with `CancellationError` only if it was cancelled itself or
  ///   through the token.
  public func futureDownload(
    for request: URLRequest,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(URL, URLResponse), any Error> {
    transfer(cancellation: token, fileID, line) { promise, task in
      downloadTask(with: request) { location, response, error in
        task.end()
        promise.complete(movingAway: location, response, error)
      }
    }
  }

  /// Loads what a URL points to into a file.
  ///
  /// The same as ``futureDownload(for:cancellation:fileID:line:)`` with a plain request for the
  /// URL: the file is the caller's.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off.
  ///     By default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the file and the response, which settles on the session's delegate
  ///   queue.
  public func futureDownload(
    from url: URL,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(URL, URLResponse), any Error> {
    futureDownload(for: URLRequest(url: url), cancellation: token, fileID: fileID, line: line)
  }

  /// Goes on with a download that was broken off.
  ///
  /// On Apple platforms, a download that fails on the way leaves resume data in its error, if the
  /// server supports that:
  ///
  /// ```swift
  /// let file = session.futureDownload(from: url)
  ///   .recoverWith { error -> Future<(URL, URLResponse), any Error> in
  ///     guard let resumeData = (error as? URLError)?.downloadTaskResumeData else {
  ///       return Future(error: error)
  ///     }
  ///     return session.futureDownload(resuming: resumeData)
  ///   }
  /// ```
  ///
  /// Otherwise the same as ``futureDownload(for:cancellation:fileID:line:)``: the file is the
  /// caller's. A download that you cancel leaves no resume data.
  ///
  /// - Note: Foundation on Linux knows no resume data: errors hold none, and the future has failed
  ///   with `URLError.unsupportedURL` when this returns. On every platform, a `TransferSession` of
  ///   the module `Transfers` continues from the partial file of an earlier download.
  ///
  /// - Parameters:
  ///   - resumeData: The resume data of the download that was broken off.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off.
  ///     By default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the file and the response, which settles on the session's delegate
  ///   queue.
  public func futureDownload(
    resuming resumeData: Data,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(URL, URLResponse), any Error> {
    #if canImport(FoundationNetworking)
    // The session would make a task that it does not know itself, and may trap when that starts.
    let refused = Promise<(URL, URLResponse), any Error>(fileID: fileID, line: line)
    refused.fail(token.isCancelled ? CancellationError() : URLError(.unsupportedURL))
    return refused.future
    #else
    return transfer(cancellation: token, fileID, line) { promise, task in
      downloadTask(withResumeData: resumeData) { location, response, error in
        task.end()
        promise.complete(movingAway: location, response, error)
      }
    }
    #endif
  }
}

extension Promise<(URL, URLResponse), any Error> {
  /// Completes the future with what a download task passes to its completion handler.
  ///
  /// The file goes away when the handler returns. If it becomes the outcome, it is moved to a name
  /// of its own.
  func complete(movingAway location: URL?, _ response: URLResponse?, _ error: (any Error)?) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("download-\(UUID().uuidString)")
    let isTaken = complete(location, response, error) { location, response in
      try FileManager.default.moveItem(at: location, to: file)
      return (file, response)
    }
    if !isTaken { try? FileManager.default.removeItem(at: file) }
  }
}
