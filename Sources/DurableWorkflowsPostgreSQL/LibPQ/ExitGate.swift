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

/// Keeps threads out of libpq while the process exits.
///
/// `exit` tears down the libraries that libpq uses, OpenSSL among them, while the threads of
/// connections still run: one that connects, or ends a connection, would crash then.
enum ExitGate {
  private struct State {
    /// How many threads are in a call of libpq.
    var inside = 0
    var isClosed = false
    /// Whether it closes when the process exits.
    var isWatching = false
  }

  /// The process exits.
  struct Closed: Error {}

  private static let state = Locked(State())
  /// How long an exit waits for threads that are in a call, such as the look-up of a name.
  private static let patience = Duration.seconds(1)

  /// Calls libpq, unless the process exits.
  ///
  /// - Parameter body: What is called. It waits for nothing but the look-up of names, and a request
  ///   to cancel.
  /// - Returns: What the body returns.
  /// - Throws: ``Closed``, and what the body throws.
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
  /// What is registered last is called first. So OpenSSL, which registers its end when it is first
  /// used, is made to do so before.
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
