public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension TransferSession {
  /// Returns a future of the response to a request, loaded into memory.
  ///
  /// The transfer starts immediately. Besides HTTP, this accepts what the session accepts, such as
  /// `data:` URLs, and `file:` URLs where the system supports them; their responses have no status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  ///   - progress: Called whenever bytes were sent or received, one call after another, on the
  ///     actor of the code that passes it. If that code is nonisolated, the closure runs on the
  ///     session's delegate queue, where a slow closure delays the transfer. Not called after the
  ///     end.
  /// - Returns: A future of the body and the response, which settles on the session's delegate
  ///   queue. It fails with ``HTTPStatusError`` for a status of 400 or more, with ``TransferError``
  ///   for a body that is incomplete or too large, with ``InvalidRequestError`` if nothing was sent
  ///   because the request is malformed, with `CancellationError` if you cancelled it or the token,
  ///   and otherwise with the error of the session, unchanged: `URLError.timedOut` if no
  ///   byte arrived in time, `URLError.httpTooManyRedirects`, and so on.
  public func data(
    for request: URLRequest,
    options: TransferOptions = TransferOptions(),
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext progress: (
      @Sendable @isolated(any) (_ progress: TransferProgress) -> Void
    )? = nil
  ) -> Future<(Data, URLResponse), any Error> {
    let report = progress.map { inPlace($0) }
    return transfer(options: options, cancellation: token, progress: report, fileID, line) {
      Parts(sink: MemorySink(), request: request)
    }
  }
}
