/// The turn of a task that waits in the line of a ``ConcurrencyLimit``.
///
/// It comes once, or not at all.
@usableFromInline
final class Turn: Sendable {
  private struct State {
    /// Whether the turn has come; `nil` while it is waited for.
    var hasCome: Bool?
    var continuation: UnsafeContinuation<Bool, Never>?
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
  /// - Returns: Whether it has come; if so, the task has a place. False after ``leave()``.
  @usableFromInline
  nonisolated(nonsending) func wait() async -> Bool {
    await withUnsafeContinuation { continuation in
      let hasCome = state.withLock { state in
        if state.hasCome == nil { state.continuation = continuation }
        return state.hasCome
      }
      if let hasCome { continuation.resume(returning: hasCome) }
    }
  }

  /// Gives the task a place.
  ///
  /// - Returns: Whether it takes it; false if it has left.
  func come() -> Bool { decide(true) }

  /// Leaves the line, unless the turn has come.
  @usableFromInline
  func leave() { if decide(false) { limit.leave(number) } }

  /// Moves in the line behind the calls of another priority.
  func move(to priority: TaskPriority) { limit.move(number, to: priority) }

  private func decide(_ hasCome: Bool) -> Bool {
    let (decides, continuation) = state.withLock { state in
      if state.hasCome != nil { return (false, UnsafeContinuation<Bool, Never>?.none) }
      defer { state.continuation = nil }
      state.hasCome = hasCome
      return (true, state.continuation)
    }
    continuation?.resume(returning: hasCome)
    return decides
  }
}
