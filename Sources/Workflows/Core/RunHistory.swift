internal import Futures
internal import Synchronization

/// The states that a run has been in.
final class RunHistory: Sendable {
  private struct Content {
    var states: [RunState] = [.ready]
    var cancellation: RunCancellation?

    var last: RunState { states[states.count - 1] }
  }

  /// Changed only under the lock of the states; steps read it without.
  private let isHeld = Atomic<Bool>(false)

  private let content = Locked(Content())

  /// Announces every change of the state.
  ///
  /// The run announces a change once it has acted on it. It announces its end to listeners before
  /// its observers are submitted, and to waiting readers when its future has its outcome.
  let changes = ChangeSignal()

  /// All states, the current one last.
  var states: [RunState] { content.withLock { $0.states } }

  /// The current state.
  var last: RunState { content.withLock { $0.last } }

  /// Whether the next step must wait.
  var isPaused: Bool { isHeld.load(ordering: .sequentiallyConsistent) }

  /// Why the run was cancelled, if it was.
  var cancellation: RunCancellation? { content.withLock { $0.cancellation } }

  /// Moves to a state, if it may follow the current one.
  ///
  /// - Parameters:
  ///   - next: The state.
  ///   - cancellation: Why the run is cancelled.
  /// - Returns: Whether the state has changed.
  func move(to next: RunState, because cancellation: RunCancellation? = nil) -> Bool {
    content.withLock { content in
      let current = content.last
      let mayFollow =
        switch next {
        case .ready, .paused: false
        case .queued: current == .ready
        case .running: current == .ready || current == .queued
        case .succeeded, .failed, .cancelled: !current.isSettled
        }
      guard mayFollow else { return false }
      content.states.append(next == .running && isPaused ? .paused : next)
      content.cancellation = cancellation
      return true
    }
  }

  /// Lets no further step begin.
  ///
  /// - Returns: Whether that is new.
  func pause() -> Bool { hold(true, from: .running, to: .paused) }

  /// Lets steps begin again.
  ///
  /// - Returns: Whether that is new.
  func resume() -> Bool { hold(false, from: .paused, to: .running) }

  private func hold(_ isPaused: Bool, from old: RunState, to new: RunState) -> Bool {
    content.withLock { content in
      if content.last.isSettled || self.isPaused == isPaused { return false }
      isHeld.store(isPaused, ordering: .sequentiallyConsistent)
      if content.last == old { content.states.append(new) }
      return true
    }
  }
}
