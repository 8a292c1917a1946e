/// The error of a call that a ``ConcurrencyLimit`` refuses, because too many calls wait or because
/// the call has waited too long.
///
/// The work has not started. A server answers with status 503.
public struct LimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  @usableFromInline package init() {}

  /// What happened, and what to do.
  public var description: String {
    "Too many calls wait for a concurrency limit. Try again later."
  }
}
