#if PostgreSQL
internal import CPostgreSQL
internal import Futures

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A gate that keeps threads out of libpq while the process exits.
///
/// `exit` tears down the libraries that libpq uses, including OpenSSL, while the threads of
/// connections are still running. A thread that then opens or closes a connection would crash.
enum ExitGate {
  private struct State {
    /// The number of threads inside a libpq call.
    var inside = 0
    var isClosed = false
    /// Whether the gate closes when the process exits.
    var isWatching = false
  }

  /// An error that reports that the process is exiting.
  struct Closed: Error {}

  private static let state = Locked(State())
  /// The time that an exit waits for threads inside a call, such as name resolution.
  private static let patience = Duration.seconds(1)

  /// Calls libpq unless the process is exiting.
  ///
  /// - Parameter body: The closure to call. It blocks only for name resolution and for a
  ///   cancellation request.
  /// - Returns: The result of the closure.
  /// - Throws: ``Closed``, and errors from the closure.
  static func enter<Value>(_ body: () throws -> Value) throws -> Value {
    try state.withLock { state in
      if state.isClosed { throw Closed() }
      if !state.isWatching { watch() }
      state.isWatching = true
      state.inside += 1
    }
    defer { state.withLock { $0.inside -= 1 } }
    return try body()
  }

  /// Closes the gate when the process exits.
  ///
  /// Exit handlers run in reverse order of registration. OpenSSL registers its handler when it is
  /// first used, so it is made to do so before this gate.
  private static func watch() {
    tenon_begin_openssl()
    atexit { ExitGate.close() }
  }

  private static func close() {
    state.withLock { $0.isClosed = true }
    let end = ContinuousClock.now + patience
    while state.withLock({ $0.inside > 0 }), ContinuousClock.now < end { usleep(500) }
  }
}
#endif
