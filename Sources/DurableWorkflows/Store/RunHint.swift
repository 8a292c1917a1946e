/// A hint that another process may have changed something.
///
/// Hints may be lost, and a store may have none. Processes that work on runs therefore also poll
/// the store.
@_spi(Stores) public enum RunHint: Hashable, Sendable {
  /// Runs may be due.
  case due
  /// A run may have a signal or may have been cancelled.
  case news(String)
}

extension RunStorage {
  /// An empty stream of hints.
  @_spi(Stores) public var hints: AsyncStream<RunHint> { AsyncStream { $0.finish() } }
}
