public import Foundation
public import Futures

extension FileHandle {
  /// Returns a future of the data from the current position to the end.
  ///
  /// Use this for files, and for pipes and sockets, which end when the last writer closes them. The
  /// data is collected in memory.
  ///
  /// The handle must be open. Do not use or close it until the future has settled. A cancelled
  /// future settles at once, while the system may still use the handle for a moment, so let the
  /// handle close itself when its last reference is released.
  ///
  /// - Parameters:
  ///   - token: Cancels the future and stops reading, as cancelling the future itself does. Data
  ///     that was read is lost. By default, the token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future of the data, which may be empty. It settles on a private Dispatch queue.
  ///   If reading fails, it fails with a `POSIXError`, or for files with the error of
  ///   `read(upToCount:)`.
  public func futureReadToEnd(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Data, any Error> {
    .adapted(cancellation: token, fileID, line) { promise in
      let reading = Reading(from: self, promise)
      return neverKeepsWaiting ? reading.readFile() : reading.readStream()
    }
  }

  /// Whether this is a file or a folder, and not a pipe or a socket.
  ///
  /// `DispatchIO` does not suit files: on Linux it may trap when it reads several at once.
  private var neverKeepsWaiting: Bool {
    var status = stat()
    guard fstat(fileDescriptor, &status) == 0 else { return true }
    let type = status.st_mode & S_IFMT
    return type == S_IFREG || type == S_IFDIR
  }
}

/// The state of reading a file handle to its end.
private final class Reading: Sendable {
  private let handle: FileHandle
  private let promise: Promise<Data, any Error>
  private let data = Locked(Data())
  private let queue = DispatchQueue(label: "FileHandle.futureReadToEnd")

  init(from handle: FileHandle, _ promise: Promise<Data, any Error>) {
    self.handle = handle
    self.promise = promise
  }

  /// Reads a file in pieces, between which it can be stopped.
  ///
  /// - Returns: A closure that stops reading.
  func readFile() -> @Sendable () -> Void {
    @Sendable func readNext() {
      if promise.future.isSettled { return }
      do {
        guard let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty else {
          promise.succeed(data.withLock { $0 })
          return
        }
        data.withLock { $0.append(piece) }
        queue.async { readNext() }
      } catch {
        promise.fail(error)
      }
    }
    queue.async { readNext() }
    return {}
  }

  /// Reads a stream.
  ///
  /// The future settles once the system has released the handle, so that you can close it then.
  ///
  /// - Returns: A closure that stops reading.
  func readStream() -> @Sendable () -> Void {
    let failure = Locked<(any Error)?>(nil)
    let descriptor = handle.fileDescriptor
    let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { code in
      let error = failure.withLock { $0 } ?? Reading.error(code)
      self.promise.complete(error.map { .failure($0) } ?? .success(self.data.withLock { $0 }))
    }
    channel.read(offset: 0, length: .max, queue: queue) { isDone, piece, code in
      if let piece { self.data.withLock { $0.append(contentsOf: piece) } }
      guard isDone else { return }
      failure.withLock { $0 = Reading.error(code) }
      channel.close()
    }
    return { channel.close(flags: .stop) }
  }

  private static func error(_ code: Int32) -> (any Error)? {
    code == 0 ? nil : POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }
}
