/// How urgent a call is that waits for its turn under a ``ConcurrencyLimit``.
///
/// ```swift
/// let priority = PermitPriority(.low)
/// let image = Future {
///   try await decoders.withPermit(priority: priority) {
///     try await decode(file)
///   }
/// }
/// // The image has come into view.
/// priority.value = .high
/// ```
///
/// Calls of a higher priority start first. A call without a priority counts as `.medium`. While
/// calls of higher priorities keep coming, one of a lower priority waits.
///
/// One object may serve several calls, also of several limits. It orders the line only: the
/// priority of the task stays as it is.
public final class PermitPriority: Sendable {
  private struct State {
    var value: TaskPriority
    var turns: [ObjectIdentifier: Turn] = [:]
  }

  private let state: Locked<State>

  /// Creates a priority.
  ///
  /// - Parameter value: The priority at first.
  public init(_ value: TaskPriority) { state = Locked(State(value: value)) }

  /// The priority of the calls with this object.
  ///
  /// Setting another one moves the calls that wait behind those that wait with that priority. It
  /// does not affect a call whose work has started.
  public var value: TaskPriority {
    get { state.withLock { $0.value } }
    set {
      let turns = state.withLock { state in
        if state.value == newValue { return [Turn]() }
        state.value = newValue
        return state.turns.values.sorted { $0.number < $1.number }
      }
      for turn in turns { turn.move(to: newValue) }
    }
  }

  /// Adds a turn that waits with a priority that this object had.
  func add(_ turn: Turn, waitingAt priority: TaskPriority) {
    let value = state.withLock { state in
      state.turns[ObjectIdentifier(turn)] = turn
      return state.value
    }
    if value != priority { turn.move(to: value) }
  }

  func remove(_ turn: Turn) {
    let turn = state.withLock { $0.turns.removeValue(forKey: ObjectIdentifier(turn)) }
    withExtendedLifetime(turn) {}
  }
}
