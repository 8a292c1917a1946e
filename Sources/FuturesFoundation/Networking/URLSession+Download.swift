public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Returns a future of the response to a request, loaded into a temporary file.
  ///
  /// The transfer starts immediately. The file is in the folder for temporary files, under a unique
  /// name. **You own the file**: move it or delete it. If the future fails or is cancelled, there
  /// is no file.
  ///
  /// A response with an HTTP status of 400 or more is a response, not an error.
  ///
  /// - Note: On Linux a session leaves a temporary file of its own behind, which it does not name,
  ///   when a download fails or is cancelled. A `TransferSession` of the module `Transfers` leaves
  ///   none.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future of the file and the response, which settles on the session's delegate
  ///   queue. It fails with the error of the session, unchanged; with the error of `FileManager` if
  ///   the file cannot be moved; and with `CancellationError` only if you cancelled it or the
  ///   token.
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

  /// Returns a future of the response to a plain request for a URL, loaded into a temporary file.
  ///
  /// Otherwise the same as ``futureDownload(for:cancellation:fileID:line:)``: you own the file.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Cancels the future and the transfer. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
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

  /// Continues an interrupted download, and returns a future of its temporary file.
  ///
  /// On Apple platforms the error of an interrupted download contains resume data, if the server
  /// supports that:
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
  /// Otherwise the same as ``futureDownload(for:cancellation:fileID:line:)``: you own the file. A
  /// download that you cancel leaves no resume data.
  ///
  /// - Note: Foundation on Linux does not support resume data: errors contain none, and the
  ///   returned future has failed with `URLError.unsupportedURL`. On every platform, a
  ///   `TransferSession` of the module `Transfers` continues from the partial file of an earlier
  ///   download.
  ///
  /// - Parameters:
  ///   - resumeData: The resume data of the interrupted download.
  ///   - token: Cancels the future and the transfer. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future of the file and the response, which settles on the session's delegate
  ///   queue.
  public func futureDownload(
    resuming resumeData: Data,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<(URL, URLResponse), any Error> {
    #if canImport(FoundationNetworking)
    // The session would create a task that it does not know, and may trap when that starts.
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
  /// Completes the future with the arguments of a download task's completion handler.
  ///
  /// The session deletes the file when the handler returns. If the file becomes the outcome, it is
  /// moved to a unique name.
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
