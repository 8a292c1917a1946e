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

/// The turn of a task that waits in the line of a ``ConcurrencyLimit``.
///
/// It comes once, or not at all.
@usableFromInline
final class Turn: Sendable {
  /// How the wait has ended.
  @usableFromInline
  enum End: Sendable {
    /// The task has a place.
    case come
    /// The task has left the line.
    case left
    /// The task has waited too long.
    case late
  }

  private struct State {
    /// `nil` while the turn is waited for.
    var end: End?
    var continuation: UnsafeContinuation<End, Never>?
    var timer: ScheduledTimer?
  }

  private let state = Locked(State())
  private let limit: ConcurrencyLimit
  /// The place in the order of arrival.
  let number: UInt64

  init(in limit: ConcurrencyLimit, number: UInt64) {
    self.limit = limit
    self.number = number
  }

  /// Waits for the turn, once.
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

  /// Lets the task leave the line after a time, unless the wait has ended by then.
  func leave(after limit: Duration, _ clock: any Clock<Duration>) {
    let timer = startTimer(after: limit, clock: clock) { [weak self] in self?.leave(.late) }
    let isOver = state.withLock { state in
      if state.end == nil { state.timer = timer }
      return state.end != nil
    }
    if isOver { timer?.cancel() }
  }

  /// Gives the task a place.
  ///
  /// - Returns: Whether it takes it; false if it has left.
  func come() -> Bool { decide(.come) }

  /// Leaves the line, unless the turn has come.
  @usableFromInline
  func leave() { leave(.left) }

  private func leave(_ end: End) { if decide(end) { limit.leave(number) } }

  /// Moves in the line behind the calls of another priority.
  func move(to priority: TaskPriority) { limit.move(number, to: priority) }

  private func decide(_ end: End) -> Bool {
    let decided = state.withLock { state -> State? in
      if state.end != nil { return nil }
      defer { state = State(end: end) }
      return state
    }
    guard let decided else { return false }
    decided.timer?.cancel()
    decided.continuation?.resume(returning: end)
    return true
  }
}
