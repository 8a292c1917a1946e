internal import Futures

/// The states that a run has been in.
final class RunHistory: Sendable {
  private struct Content {
    var states: [RunState] = [.ready]
    var cancellation: RunCancellation?
  }

  private let content = Locked(Content())

  /// Announces every change of the state.
  ///
  /// The run announces a change once it has acted on it. It announces its end to listeners before
  /// its observers are submitted, and to waiting readers when its future has its outcome.
  let changes = ChangeSignal()

  /// All states, the present one last.
  var states: [RunState] { content.withLock { $0.states } }

  /// The present state.
  var last: RunState { content.withLock { $0.states[$0.states.count - 1] } }

  /// Why the run was cancelled, if it was.
  var cancellation: RunCancellation? { content.withLock { $0.cancellation } }

  /// Moves to a state, if it may follow the present one.
  ///
  /// - Parameters:
  ///   - next: The state.
  ///   - cancellation: Why the run is cancelled.
  /// - Returns: Whether the state has changed.
  func move(to next: RunState, because cancellation: RunCancellation? = nil) -> Bool {
    content.withLock { content in
      let current = content.states[content.states.count - 1]
      let mayFollow =
        switch next {
        case .ready: false
        case .queued: current == .ready
        case .running: current == .ready || current == .queued
        case .succeeded, .failed, .cancelled: !current.isSettled
        }
      guard mayFollow else { return false }
      content.states.append(next)
      content.cancellation = cancellation
      return true
    }
  }
}
