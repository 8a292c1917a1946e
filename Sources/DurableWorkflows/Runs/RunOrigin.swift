internal import Futures
internal import Workflows

/// The task-local values and the priority with which a process was started, for the tasks of its
/// runs.
///
/// A submission begins the runs that it claims, which may be those of others. So the tasks of runs
/// begin in a task that was created when the process was started.
final class RunOrigin: Sendable {
  private let next: Locked<HeldTask?>

  /// Keeps the values of the caller, but not the time limit of a step that calls this.
  init() { next = Locked(LimitScope.outside { HeldTask() }) }

  /// Calls a closure that starts a task, which gets the values that are kept.
  ///
  /// - Parameter body: The closure. Callers take turns.
  /// - Returns: What `body` returns.
  func start<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    guard let held = next.withLock({ $0.take() }) else { return body() }
    return held.run(on: .inline) { [self] in
      // It has the values of this one.
      next.withLock { $0 = HeldTask() }
      return body()
    }
  }
}
