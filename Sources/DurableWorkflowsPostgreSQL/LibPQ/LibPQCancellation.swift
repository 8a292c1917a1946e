#if PostgreSQL
internal import CPostgreSQL
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A request to cancel the statement of a connection, which does not use the connection.
///
/// `@unchecked Sendable`, because what the pointer points to never changes; it is freed with this
/// object.
final class LibPQCancellation: @unchecked Sendable {
  private let pointer: OpaquePointer

  init?(_ connection: OpaquePointer) {
    guard let pointer = PQgetCancel(connection) else { return nil }
    self.pointer = pointer
  }

  deinit { PQfreeCancel(pointer) }

  /// Asks the server to cancel the statement in progress.
  ///
  /// This method opens a connection for the request and blocks, for long if the server does not
  /// answer. The request may reach a later statement, so no more statements are sent on this
  /// connection.
  ///
  /// `PQcancel` writes without suppressing the signal of a connection that the server has closed,
  /// which ends a process by default. The signal goes to the thread that writes, so it stays
  /// blocked there: the thread belongs to the caller alone, and ends soon.
  func send() {
    #if !canImport(Darwin)
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
    #endif
    try? ExitGate.enter {
      var message = [CChar](repeating: 0, count: 256)
      _ = PQcancel(pointer, &message, Int32(message.count))
    }
  }
}
#endif
