/// The future that a closure has started for another future, and that is cancelled with that one.
///
/// Deriving a future cancels nothing, because others may wait for the original. The future that a
/// closure of `Future { … }` returns belongs to the future that was created with the closure.
final class StartedWork: Sendable {
  private struct State {
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Notes the future that was started, and returns it.
  func begin<Value, Failure>(_ work: Future<Value, Failure>) -> Future<Value, Failure> {
    let cell = Weak(work.cell)
    let isCancelled = state.withLock { state in
      state.cancel = { cell.object?.cancelIfPossible(as: Failure.self) }
      return state.isCancelled
    }
    if isCancelled { work.cancelIfPossible() }
    return work
  }

  /// Cancels what was, or will be, started when `future` is cancelled, and returns `future`.
  func follow<Value, Failure>(_ future: Future<Value, Failure>) -> Future<Value, Failure> {
    if !future.canBeCancelled || future.cell.isSettled { return future }
    future.cell.observe(ignoresFailure: true) { source, _ in
      if source.isCancelled(as: Failure.self) { self.cancel() }
      return .none
    }
    return future
  }

  private func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel.take()
    }
    cancel?()
  }
}
