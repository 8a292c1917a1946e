extension DurableRuns {
  /// Pauses a queue: no process takes runs from it until you resume it.
  ///
  /// Processes go on with the runs that they have. A run that waits, and one that is cancelled and
  /// has something to undo, continues when the queue is resumed. Time goes on meanwhile: its waits
  /// and its time limits may have ended. The store keeps the pause, whether or not the queue has
  /// runs. To pause one run, use ``pause(_:)``.
  ///
  /// - Parameter queue: The name of the queue.
  /// - Throws: ``NameTooLong``, ``UnsupportedByStore``, or an error from the store.
  public func pause(queue: String) async throws {
    try await setPaused(true, queue)
  }

  /// Resumes a queue that was paused.
  ///
  /// - Parameter queue: The name of the queue.
  /// - Throws: ``NameTooLong``, ``UnsupportedByStore``, or an error from the store.
  public func resume(queue: String) async throws {
    try await setPaused(false, queue)
  }

  /// Limits how many runs of a queue run at the same time, in place of the limits that processes
  /// have for it.
  ///
  /// The limit applies to all processes, those that are running too, until you set another one. If
  /// more runs run now, no other begins until enough of them have ended.
  /// The limit of a process and the rate of its ``RunQueue`` still apply.
  ///
  /// - Parameters:
  ///   - queue: The name of the queue.
  ///   - maxConcurrentRuns: The maximum number of runs, at least 1; `nil` for that of the process
  ///     that asks for runs, from its ``RunQueue``.
  /// - Throws: ``NameTooLong``, ``UnsupportedByStore``, or an error from the store.
  public func limit(queue: String, to maxConcurrentRuns: Int?) async throws {
    try NameTooLong.check(queue, of: "queue", limit: NameTooLong.nameLimit)
    try await settings.store.setLimit(maxConcurrentRuns.map { max(1, $0) }, ofQueue: queue)
    claims.wake()
  }

  /// Returns the queues that have runs that have not ended, that are paused, or that have a limit
  /// in the store.
  ///
  /// - Returns: The queues, in the order of their names.
  /// - Throws: An error from the store.
  public func queues() async throws -> [QueueSummary] {
    try await settings.store.queues().sorted { $0.name < $1.name }
  }

  private func setPaused(_ isPaused: Bool, _ queue: String) async throws {
    try NameTooLong.check(queue, of: "queue", limit: NameTooLong.nameLimit)
    try await settings.store.setPaused(isPaused, ofQueue: queue)
    claims.wake()
  }
}
