internal import Futures

/// The states that a run has been in.
final class RunHistory: Sendable {
  private let content = Locked<[RunState]>([.ready])

  /// Announces every change of the state.
  ///
  /// The run announces a change once it has acted on it, so that the future of a run has its
  /// outcome before listeners and waiting readers are told of its end.
  let changes = ChangeSignal()

  /// All states, the present one last.
  var states: [RunState] { content.withLock { $0 } }

  /// The present state.
  var last: RunState { content.withLock { $0[$0.count - 1] } }

  /// Moves to a state, if it may follow the present one.
  ///
  /// - Returns: Whether the state has changed.
  func move(to next: RunState) -> Bool {
    content.withLock { states in
      let current = states[states.count - 1]
      guard !current.isEnded, next != .running || current == .ready else { return false }
      states.append(next)
      return true
    }
  }
}
