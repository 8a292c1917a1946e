internal import Futures

/// The states of a run: the one that it is in, and then every further one until it has ended.
public struct RunStates: AsyncSequence, Sendable {
  /// The state.
  public typealias Element = RunState
  /// Nothing is thrown.
  public typealias Failure = Never

  let history: Watched<[RunState]>

  /// Begins to read.
  ///
  /// - Returns: An iterator that begins with the state at this moment.
  public func makeAsyncIterator() -> Iterator {
    Iterator(history: history, position: history.value.count - 1)
  }

  /// Reads the states of a run.
  public struct Iterator: AsyncIteratorProtocol {
    let history: Watched<[RunState]>
    /// How many states the reader has seen.
    var position: Int

    /// Waits for the next state.
    ///
    /// - Parameter actor: Where the reader runs.
    /// - Returns: The state; `nil` after the last one, and when the task that waits is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> RunState? {
      while true {
        // The history has one entry more than there were changes.
        let seen = history.snapshot(after: position - 1)
        if position < seen.value.count {
          defer { position += 1 }
          return seen.value[position]
        }
        guard let next = seen.next, await next.hasSucceeded() else { return nil }
      }
    }
  }
}

extension WorkflowRun {
  /// What the run is doing.
  public var state: RunState { core.state }

  /// The states of the run: the present one, then each that follows, up to the last.
  ///
  /// No state is left out, however slow the reader is. Reading does not keep the run.
  public var states: RunStates { RunStates(history: core.states) }
}

extension Future where Value == Void, Failure == any Error {
  /// Waits; false if the task that waits was cancelled, or if there will be no outcome.
  nonisolated(nonsending) func hasSucceeded() async -> Bool {
    do {
      try await get()
      return true
    } catch {
      return false
    }
  }
}
