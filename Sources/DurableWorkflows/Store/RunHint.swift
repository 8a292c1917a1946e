/// Where another process may have changed something.
///
/// Hints may be lost, and there may be none: those who work on runs ask the store from time to time
/// in any case.
public enum RunHint: Hashable, Sendable {
  /// Runs may be due.
  case due
  /// A run may have a signal, or may have been cancelled.
  case news(String)
}

extension RunStore {
  /// No hints.
  public var hints: AsyncStream<RunHint> { AsyncStream { $0.finish() } }
}
