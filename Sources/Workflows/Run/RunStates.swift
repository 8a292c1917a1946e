/// A sequence of the states of a run: the current one, then each that follows.
public struct RunStates: AsyncSequence, Sendable {
  let history: RunHistory

  /// Creates an iterator.
  ///
  /// - Returns: An iterator that begins with the current state.
  public func makeAsyncIterator() -> Iterator {
    Iterator(history: history, position: history.states.count - 1)
  }

  /// Reads the states of a run.
  public struct Iterator: AsyncIteratorProtocol {
    let history: RunHistory
    /// The number of states that the reader has seen.
    var position: Int

    /// Returns the next state, once the run has entered it.
    ///
    /// - Parameter actor: The actor that the reader is isolated to.
    /// - Returns: The state; `nil` after the last one, and when the current task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> RunState? {
      let seen = position
      let state = await history.changes.first { [history] in
        let states = history.states
        return seen < states.count ? states[seen] : nil
      }
      if state != nil { position += 1 }
      return state
    }
  }
}

extension WorkflowRun {
  /// The state of the run.
  public var state: RunState { core.state }

  /// The states of the run as a sequence: the current one, then each that follows.
  ///
  /// The sequence skips no state, however slow the reader is, and ends with the run. Reading does
  /// not retain the run.
  public var states: RunStates { RunStates(history: core.history) }
}
