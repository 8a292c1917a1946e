/// How a call goes on that asks for a place under a ``ConcurrencyLimit``.
@usableFromInline
enum Admission: Sendable {
  /// It has a place.
  case placed
  /// It waits for its turn.
  case waiting(Turn)
  /// The line is full.
  case refused
}

/// The turn of a call that waits in the line of a ``ConcurrencyLimit``: of a task, or of a closure
/// that starts work.
///
/// It comes once, or not at all.
@usableFromInline
final class Turn: Sendable {
  /// How the wait has ended.
  @usableFromInline
  enum End: Sendable {
    /// The call has a place.
    case come
    /// The call has left the line.
    case left
    /// The call has waited too long.
    case late
  }

  private struct State {
    /// `nil` while the turn is waited for.
    var end: End?
    var continuation: UnsafeContinuation<End, Never>?
    var onEnd: (@Sendable (End) -> Void)?
    var timer: ScheduledTimer?

    /// Passes on that the wait has ended, outside the lock.
    func deliver(_ end: End) {
      timer?.cancel()
      continuation?.resume(returning: end)
      onEnd?(end)
    }
  }

  private let state: Locked<State>
  private let limit: ConcurrencyLimit
  /// The place in the order of arrival.
  let number: UInt64

  init(in limit: ConcurrencyLimit, number: UInt64, onEnd: (@Sendable (End) -> Void)?) {
    self.limit = limit
    self.number = number
    state = Locked(State(onEnd: onEnd))
  }

  /// Waits for the turn of a task, once.
  ///
  /// - Returns: How the wait has ended.
  @usableFromInline
  nonisolated(nonsending) func wait() async -> End {
    await withUnsafeContinuation { continuation in
      let end = state.withLock { state in
        if state.end == nil { state.continuation = continuation }
        return state.end
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  /// Lets the call leave the line after a time, unless the wait has ended by then.
  func leave(after limit: Duration, _ clock: any Clock<Duration>) {
    let timer = startTimer(after: limit, clock: clock) { [weak self] in self?.leave(.late) }
    let isOver = state.withLock { state in
      if state.end == nil { state.timer = timer }
      return state.end != nil
    }
    if isOver { timer?.cancel() }
  }

  /// Gives the call a place.
  ///
  /// - Returns: Whether it takes it; false if it has left.
  func come() -> Bool {
    guard let waiting = decide(.come) else { return false }
    waiting.deliver(.come)
    return true
  }

  /// Leaves the line, unless the turn has come.
  @usableFromInline
  func leave() { leave(.left) }

  private func leave(_ end: End) {
    guard let waiting = decide(end) else { return }
    // First, so that code which learns of the end finds one call less in the line.
    limit.leave(number)
    waiting.deliver(end)
  }

  /// Moves in the line behind the calls of another priority.
  func move(to priority: TaskPriority) { limit.move(number, to: priority) }

  /// Decides how the wait ends, once.
  ///
  /// - Returns: What waited until now; `nil` if it was decided before.
  private func decide(_ end: End) -> State? {
    state.withLock { state in
      if state.end != nil { return nil }
      defer { state = State(end: end) }
      return state
    }
  }
}
