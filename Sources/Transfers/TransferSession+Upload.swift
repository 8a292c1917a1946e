public import Foundation
public import Futures
internal import FuturesFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension TransferSession {
  /// Sends data as the body of a request, and returns a future of the response.
  ///
  /// The transfer starts immediately.
  ///
  /// - Parameters:
  ///   - body: The data to send.
  ///   - request: The request. Its own body is ignored; its method should be one that takes a body,
  ///     such as `POST`.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  ///   - progress: Called whenever bytes were sent or received, on the actor of the code that
  ///     passes it, or on the session's delegate queue if that code is nonisolated.
  /// - Returns: A future of the body of the response and the response. It fails like that of
  ///   ``data(for:options:cancellation:fileID:line:progress:)``.
  public func upload(
    _ body: Data,
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
      Parts(sink: MemorySink(), request: request, body: .data(body))
    }
  }

  /// Sends a file as the body of a request, and returns a future of the response.
  ///
  /// The file is read while it is sent, and must not change until the future has settled. The
  /// transfer starts immediately.
  ///
  /// - Note: On Linux a session may trap if it reads the file at the moment at which the task ends.
  ///   Files of up to 16 MiB are read before they are sent and are not affected.
  ///
  /// - Parameters:
  ///   - file: The file to send.
  ///   - request: The request. Its own body is ignored; its method should be one that takes a body,
  ///     such as `POST`.
  ///   - options: The limits, and whether an error status fails the transfer.
  ///   - token: Cancels the future and the transfer, as cancelling the future itself does. If the
  ///     token is already cancelled, nothing is sent. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  ///   - progress: Called whenever bytes were sent or received, on the actor of the code that
  ///     passes it, or on the session's delegate queue if that code is nonisolated.
  /// - Returns: A future of the body of the response and the response. It fails with `FileError` if
  ///   the file cannot be read, and otherwise like that of
  ///   ``data(for:options:cancellation:fileID:line:progress:)``.
  public func upload(
    fromFile file: URL,
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
      try FileError.unlessReadable(file)
      return Parts(sink: MemorySink(), request: request, body: .file(file))
    }
  }
}
