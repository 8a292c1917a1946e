internal import Foundation
internal import Futures

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// A wait until a pipe or a device is ready, or a token is cancelled.
///
/// A call that reads a pipe blocks its thread until another process writes, and cancellation does
/// not interrupt it. So the thread waits for both here, before the call: the token closes one end
/// of another pipe, which makes its other end readable.
final class FileWait: Sendable {
  /// The operation that a file must be ready for.
  enum Readiness {
    case reading
    case writing

    var events: Int16 { Int16(self == .reading ? POLLIN : POLLOUT) }
  }

  private let token: CancellationToken
  private let wakeup: FileHandle
  private let registration: CancellationRegistration

  /// Creates a wait that a token ends.
  init(until token: CancellationToken) {
    self.token = token
    let pipe = Pipe()
    wakeup = pipe.fileHandleForReading
    registration = token.onCancel { [writer = pipe.fileHandleForWriting] in try? writer.close() }
  }

  deinit { registration.dispose() }

  /// Blocks the thread until a file is ready.
  ///
  /// - Parameters:
  ///   - readiness: The operation that the file must be ready for.
  ///   - handle: The file.
  /// - Throws: `CancellationError` if the token is cancelled first.
  func until(_ readiness: Readiness, of handle: FileHandle) throws {
    var files = [
      pollfd(fd: handle.fileDescriptor, events: readiness.events, revents: 0),
      pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    // Repeats a wait that a signal has interrupted.
    while !token.isCancelled, poll(&files, 2, -1) < 0, errno == EINTR {}
    if token.isCancelled { throw CancellationError() }
  }
}
