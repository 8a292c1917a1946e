/// A queue of a store, with its runs that have not ended.
public struct QueueSummary: Hashable, Sendable, Identifiable {
  /// The name of the queue.
  public let name: String
  /// Whether the queue is paused.
  public let isPaused: Bool
  /// The maximum number of runs that run at the same time, if it is set in the store; `nil` if that
  /// of the processes applies.
  public let maxConcurrentRuns: Int?
  /// The number of runs that are due and wait for a worker.
  public let queued: Int
  /// The number of runs that wait until a time or for a signal.
  public let waiting: Int
  /// The number of runs that a worker has.
  public let running: Int

  /// The name.
  public var id: String { name }

  /// Creates a summary, for use in your own store.
  ///
  /// - Parameters:
  ///   - name: The name of the queue.
  ///   - isPaused: Whether the queue is paused.
  ///   - maxConcurrentRuns: The limit that is set in the store; `nil` for none.
  ///   - queued: The number of runs that are due.
  ///   - waiting: The number of runs that wait until a time or for a signal.
  ///   - running: The number of runs that a worker has.
  @_spi(Stores) public init(
    name: String,
    isPaused: Bool,
    maxConcurrentRuns: Int?,
    queued: Int,
    waiting: Int,
    running: Int
  ) {
    self.name = name
    self.isPaused = isPaused
    self.maxConcurrentRuns = maxConcurrentRuns
    self.queued = queued
    self.waiting = waiting
    self.running = running
  }
}
