public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension TransferSession {
  /// Loads the response to a request into a file, and returns a future of the file.
  ///
  /// ```swift
  /// let map = try await withRetry(.transfers(attempts: 5)) {
  ///   session.download(for: request, to: file)
  /// }
  /// ```
  ///
  /// The transfer starts immediately. The body is written as it arrives and not collected in
  /// memory. It is written to a hidden file beside the destination, whose name ends in `.part`, or
  /// in `.part.new` if no later download can continue it; once complete and on the disk, that file
  /// replaces the destination in one step. Missing folders are created.
  ///
  /// If the transfer ends early, the part stays there, together with a note about its source. The
  /// next download of the same URL to the same destination, in this or another process, requests
  /// only the rest, on the condition that the content is unchanged; otherwise the server sends
  /// everything. This requires a server that sends a strong `ETag`, or a `Last-Modified` older than
  /// its `Date`; without either, the part is removed at once. It also requires a plain `GET`:
  /// without a body, a `Range`, or conditional header fields. Of two simultaneous downloads to one
  /// destination, the second starts from the beginning. <doc:ResumingDownloads> lists the
  /// guarantees.
  ///
  /// On Linux a session reads from the network without waiting for the file. If the disk is slower
  /// than the network, unwritten data waits in memory.
  ///
  /// A response with a status of 304, which only a conditional request receives, leaves the file
  /// unchanged.
  ///
  /// - Parameters:
  ///   - request: The request. If it has no `Accept-Encoding`, it asks for a body without
  ///     compression.
  ///   - file: The destination. A symbolic link is followed. A destination that is not a regular
  ///     file, such as a device, is written to and not replaced.
  ///   - isResuming: Whether to continue an interrupted download, and to keep a part that a later
  ///     one can continue.
  ///   - options: The limits, and whether an error status fails the transfer. The limit for the
  ///     body includes the part of an earlier download.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  ///   - progress: Called whenever bytes were sent or received, one call after another, on the
  ///     actor of the code that passes it. If that code is nonisolated, the closure runs on the
  ///     session's delegate queue, where a slow closure delays the transfer. The part of an earlier
  ///     download counts as received. Not called after the end.
  /// - Returns: A future of the file and the response, which settles on a global queue or on the
  ///   session's delegate queue. It fails with `FileError` if the file cannot be written; with
  ///   ``TransferError``, code ``TransferError/Code/wrongContinuation``, if the server continues at
  ///   a wrong position, after which the next attempt starts from the beginning; and otherwise like
  ///   that of ``data(for:options:cancellation:fileID:line:progress:)``. After a failure the old
  ///   file is unchanged. After a cancellation it is too, unless the cancellation arrives at the
  ///   moment when the new file replaces the old one.
  public func download(
    for request: URLRequest,
    to file: URL,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions(),
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext progress: (
      @Sendable @isolated(any) (_ progress: TransferProgress) -> Void
    )? = nil
  ) -> Future<(URL, URLResponse), any Error> {
    let report = progress.map { inPlace($0) }
    return transfer(options: options, cancellation: token, progress: report, fileID, line) {
      let sink = try FileSink(request, to: file, isResuming: isResuming)
      return Parts(sink: sink, request: sink.request)
    }
  }
}
