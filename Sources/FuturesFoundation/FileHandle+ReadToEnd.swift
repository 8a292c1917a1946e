public import Foundation
public import Futures

extension FileHandle {
  /// Reads everything from the current position to the end, without blocking the caller.
  ///
  /// For files, and for pipes and sockets, whose end is there when the last writer has closed them.
  /// All that is read is held in memory.
  ///
  /// The handle must be open, and must not be used otherwise or closed until the future has
  /// settled. A cancelled future settles at once, while the system may still hold on to the handle
  /// for a moment; so let the handle close itself when its last reference goes.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the future is cancelled and reading stops, as it does when the
  ///     future itself is cancelled. What had been read is lost. By default, the token of the
  ///     current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future of the data, which may be empty. It settles on a Dispatch queue of its
  ///   own, and fails with a `POSIXError`, or for files with the error of `read(upToCount:)`, if
  ///   reading failed.
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

  /// Whether this is a file or directory, and not a pipe or the like.
  ///
  /// `DispatchIO` is not for them: when it reads several files at once on Linux it may trap.
  private var neverKeepsWaiting: Bool {
    var status = stat()
    guard fstat(fileDescriptor, &status) == 0 else { return true }
    let type = status.st_mode & S_IFMT
    return type == S_IFREG || type == S_IFDIR
  }
}

/// Reads a file handle to its end.
private final class Reading: Sendable {
  private let handle: FileHandle
  private let promise: Promise<Data, any Error>
  private let data = Locked(Data())
  private let queue = DispatchQueue(label: "FileHandle.futureReadToEnd")

  init(from handle: FileHandle, _ promise: Promise<Data, any Error>) {
    self.handle = handle
    self.promise = promise
  }

  /// Reads piece after piece; between them it can be stopped.
  ///
  /// - Returns: How to stop.
  func readFile() -> @Sendable () -> Void {
    @Sendable func readNext() {
      if promise.future.isCompleted { return }
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

  /// Reads what comes.
  ///
  /// The outcome is there when the system has let go of the handle, so that it may be closed then.
  ///
  /// - Returns: How to stop.
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
