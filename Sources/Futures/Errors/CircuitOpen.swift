/// The error of a call that a ``CircuitBreaker`` refuses, because too many calls have failed.
///
/// The work has not started. A server answers with status 503, and ``retryAfter`` in the header
/// `Retry-After`.
public struct CircuitOpen: Error, Hashable, Sendable, CustomStringConvertible {
  /// How long further calls are refused, unless a trial succeeds before.
  public let retryAfter: Duration

  /// What happened, and what to do.
  public var description: String {
    "Too many calls have failed: the circuit is open. Try again in \(retryAfter)."
  }
}
