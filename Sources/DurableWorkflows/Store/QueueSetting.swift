/// What a store keeps about a queue, for the claims of all processes.
package struct QueueSetting: Hashable, Sendable {
  /// Whether no run of the queue may be claimed.
  package var isPaused: Bool
  /// The maximum number of runs at the same time; `nil` for that of the process that claims.
  package var maxConcurrentRuns: Int?

  package init(isPaused: Bool = false, maxConcurrentRuns: Int? = nil) {
    self.isPaused = isPaused
    self.maxConcurrentRuns = maxConcurrentRuns
  }
}

extension RunQueue {
  /// Returns the queue with the limits that hold for a claim; `nil` if it is paused.
  package func with(_ setting: QueueSetting) -> RunQueue? {
    if setting.isPaused { return nil }
    return RunQueue(
      name,
      maxConcurrentRuns: setting.maxConcurrentRuns ?? maxConcurrentRuns,
      maxConcurrentRunsPerProcess: maxConcurrentRunsPerProcess,
      rate: rate
    )
  }
}
