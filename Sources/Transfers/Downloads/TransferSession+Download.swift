public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension TransferSession {
  /// Loads what a request asks for into a file.
  ///
  /// ```swift
  /// let map = Future.retry(.transfers(attempts: 5)) { _ in
  ///   session.download(for: request, to: file)
  /// }
  /// ```
  ///
  /// The body is written as it comes, and not collected in memory. It goes into a file beside the
  /// one that was asked for, whose name begins with a dot and ends in `.part`; only when all of it
  /// is there and on the disk does that take the place of the old file, in one step. Folders that
  /// are missing are made.
  ///
  /// If the transfer ends early, for whatever reason, the part stays there together with a note of
  /// where it is from, and the next download of the same URL to the same file goes on behind it,
  /// also in another process. It asks the server for the rest, and for all of it if the content has
  /// changed meanwhile: that needs a server that gives an `ETag` which is not weak, or a
  /// `Last-Modified` that is older than its `Date`. Otherwise the part is removed at once. Only a
  /// plain `GET` goes on: not one with a body, a `Range` or a condition of its own. Of two
  /// downloads to the same file at the same time the second starts from the beginning.
  ///
  /// On Linux a session takes what comes without waiting for the file. If the disk is slower than
  /// the network, what is still to be written waits in memory.
  ///
  /// A response with a status of 304, which the request has to ask for, leaves the file as it is.
  ///
  /// The transfer starts now.
  ///
  /// - Parameters:
  ///   - request: The request. If it names no `Accept-Encoding`, it asks for a body that is not
  ///     compressed.
  ///   - file: The file. A symbolic link is followed. What is no regular file, such as a device, is
  ///     written to and not replaced.
  ///   - isResuming: Whether to go on where an earlier download was broken off, and to leave behind
  ///     what a later one can go on with.
  ///   - options: The limits, and what to do about a status of 400 or more. The longest body is
  ///     counted with what was there before.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  ///   - progress: Called whenever bytes have come or gone, one call after another, where it is
  ///     written: on the actor of the code that passes it, or on the session's delegate queue if
  ///     that code is nonisolated. There, a slow closure holds the transfer up. What was there
  ///     before counts as received. Not called after the end.
  /// - Returns: A future of the file and the response, which settles on a global queue or on the
  ///   session's delegate queue. It fails with `FileError` if the file cannot be written; with
  ///   ``TransferError``, code ``TransferError/Code/wrongContinuation``, if the server goes on
  ///   somewhere else than was asked for, in which case the next attempt starts from the beginning;
  ///   and otherwise as that of ``data(for:options:cancellation:fileID:line:progress:)`` does. The
  ///   old file stays whole then.
  public func download(
    for request: URLRequest,
    to file: URL,
    resuming isResuming: Bool = true,
    options: TransferOptions = TransferOptions(),
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext progress:
      @escaping @Sendable @isolated(any) (_ progress: TransferProgress) -> Void = { _ in }
  ) -> Future<(URL, URLResponse), any Error> {
    transfer(options: options, cancellation: token, progress: inPlace(progress), fileID, line) {
      let sink = try FileSink(request, to: file, isResuming: isResuming)
      return Parts(sink: sink, request: sink.request) { $0.dataTask(with: $1) }
    }
  }
}
