/// The states of a run: the one that it is in, and then every further one until it has ended.
public struct RunStates: AsyncSequence, Sendable {
  /// The state.
  public typealias Element = RunState
  /// Nothing is thrown.
  public typealias Failure = Never

  let history: RunHistory

  /// Begins to read.
  ///
  /// - Returns: An iterator that begins with the state at this moment.
  public func makeAsyncIterator() -> Iterator {
    Iterator(history: history, position: history.states.count - 1)
  }

  /// Reads the states of a run.
  public struct Iterator: AsyncIteratorProtocol {
    let history: RunHistory
    /// How many states the reader has seen.
    var position: Int

    /// Waits for the next state.
    ///
    /// - Parameter actor: Where the reader runs.
    /// - Returns: The state; `nil` after the last one, and when the task that waits is cancelled.
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
  /// What the run is doing.
  public var state: RunState { core.state }

  /// The states of the run: the present one, then each that follows, up to the last.
  ///
  /// No state is left out, however slow the reader is. Reading does not keep the run.
  public var states: RunStates { RunStates(history: core.history) }
}
