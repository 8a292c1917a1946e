public import Foundation
public import Futures

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension TransferSession {
  /// Loads what a request asks for into memory.
  ///
  /// The transfer starts now. Besides HTTP, this takes what the session takes, such as `data:`
  /// URLs, and `file:` URLs where the system supports them; their responses have no status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  ///   - progress: Called whenever bytes have come or gone, one call after another, where it is
  ///     written: on the actor of the code that passes it, or on the session's delegate queue if
  ///     that code is nonisolated. There, a slow closure holds the transfer up. Not called after
  ///     the end.
  /// - Returns: A future of the body and the response, which settles on the session's delegate
  ///   queue. It fails with ``HTTPStatusError`` for a status of 400 or more, with ``TransferError``
  ///   for a body that is incomplete or too large, with `CancellationError` if it was cancelled
  ///   itself or through the token, and otherwise with the session's error, unchanged:
  ///   `URLError.timedOut` if no byte came in time, `URLError.httpTooManyRedirects`, and so on.
  public func data(
    for request: URLRequest,
    options: TransferOptions = TransferOptions(),
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext progress:
      @escaping @Sendable @isolated(any) (_ progress: TransferProgress) -> Void = { _ in }
  ) -> Future<(Data, URLResponse), any Error> {
    transfer(options: options, cancellation: token, progress: inPlace(progress), fileID, line) {
      Parts(sink: MemorySink(), request: request) { $0.dataTask(with: $1) }
    }
  }
}
