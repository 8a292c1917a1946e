import Synchronization

/// Starts work after a pause without another call, as one would write it without this library: with
/// the newest task behind a lock.
final class DebounceByHand<Value: Sendable>: Sendable {
  private let newest = Mutex<Task<Value, any Error>?>(nil)

  /// Cancels the task of the previous call, and returns a task that sleeps before its work.
  func call(
    after pause: Duration,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    let task = Task {
      try await Task.sleep(for: pause)
      return try await work()
    }
    let old = newest.withLock { newest in
      defer { newest = task }
      return newest
    }
    old?.cancel()
    return task
  }

  /// Cancels the newest task.
  func cancel() { newest.withLock { $0 }?.cancel() }
}
