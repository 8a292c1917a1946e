public import Foundation
public import Futures
internal import FuturesFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension TransferSession {
  /// Sends data as the body of a request, and loads the answer.
  ///
  /// The transfer starts now.
  ///
  /// - Parameters:
  ///   - body: What to send.
  ///   - request: The request; its own body is not used. Its method should be one that takes a
  ///     body, such as `POST`.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  ///   - progress: Called where it is written whenever bytes have come or gone; if that is
  ///     nonisolated code, on the session's delegate queue.
  /// - Returns: A future of the body of the response and the response. It fails as that of
  ///   ``data(for:options:cancellation:fileID:line:progress:)`` does.
  public func upload(
    _ body: Data,
    for request: URLRequest,
    options: TransferOptions = TransferOptions(),
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext progress:
      @escaping @Sendable @isolated(any) (_ progress: TransferProgress) -> Void = { _ in }
  ) -> Future<(Data, URLResponse), any Error> {
    transfer(options: options, cancellation: token, progress: inPlace(progress), fileID, line) {
      Parts(sink: MemorySink(), request: request) { $0.uploadTask(with: $1, from: body) }
    }
  }

  /// Sends a file as the body of a request, and loads the answer.
  ///
  /// The file is read as it is sent. It must not change until the future has settled. The transfer
  /// starts now.
  ///
  /// - Note: On Linux a session may trap if it reads the file at the moment at which the task ends.
  ///   Files of up to 16 MiB are read as a whole, and are safe from that.
  ///
  /// - Parameters:
  ///   - file: The file to send.
  ///   - request: The request; its own body is not used. Its method should be one that takes a
  ///     body, such as `POST`.
  ///   - options: The limits, and what to do about a status of 400 or more.
  ///   - token: Once cancelled, the future is cancelled at once and the transfer is broken off, as
  ///     it is when the future itself is cancelled. If it is cancelled already, nothing is sent. By
  ///     default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  ///   - progress: Called where it is written whenever bytes have come or gone; if that is
  ///     nonisolated code, on the session's delegate queue.
  /// - Returns: A future of the body of the response and the response. It fails with
  ///   `FileError` if the file cannot be read, and otherwise as that of
  ///   ``data(for:options:cancellation:fileID:line:progress:)`` does.
  public func upload(
    fromFile file: URL,
    for request: URLRequest,
    options: TransferOptions = TransferOptions(),
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext progress:
      @escaping @Sendable @isolated(any) (_ progress: TransferProgress) -> Void = { _ in }
  ) -> Future<(Data, URLResponse), any Error> {
    transfer(options: options, cancellation: token, progress: inPlace(progress), fileID, line) {
      try FileError.unlessReadable(file)
      return Parts(sink: MemorySink(), request: request) { session, request in
        switch UploadSource(file) {
        case .content(let content): session.uploadTask(with: request, from: content)
        case .file(let file): session.uploadTask(with: request, fromFile: file)
        }
      }
    }
  }
}
