internal import Futures

/// The part of a step in the progress of the lane that it runs in.
struct ProgressRange: Sendable {
  var start: Double
  var length: Double

  static let whole = ProgressRange(start: 0, length: 1)

  var end: Double { start + length }

  func position(of fraction: Double) -> Double { start + length * fraction }
}

/// Steps that run one after another: those of the run itself, or those of one parallel branch.
///
/// Holds what they share: how far they are, and the values that travel along.
final class Lane: Sendable {
  private struct State {
    var position = 0.0
    var values: [AnyRunKey: any Sendable] = [:]
    /// What was set in this lane itself, for the lane it comes from; `nil` marks what was removed.
    var changes: [AnyRunKey: (any Sendable)?] = [:]
    var isClosed = false
  }

  /// The number of the lane in the trace.
  let number: Int
  private let state: Locked<State>
  private let moved: @Sendable (_ position: Double, _ step: Double) -> Void

  /// Makes a lane.
  ///
  /// - Parameters:
  ///   - number: The number of the lane in the trace.
  ///   - values: What travels along already.
  ///   - moved: Called without a lock when the lane has moved on: with where it is, from 0 to 1, and how far
  ///     it moved.
  init(
    number: Int,
    values: [AnyRunKey: any Sendable] = [:],
    moved: @escaping @Sendable (_ position: Double, _ step: Double) -> Void
  ) {
    self.number = number
    state = Locked(State(values: values))
    self.moved = moved
  }

  /// Moves on to a position, or does nothing if the lane is there already.
  func report(_ position: Double) {
    let step: Double = state.withLock { state in
      guard position > state.position, !state.isClosed else { return 0 }
      defer { state.position = position }
      return position - state.position
    }
    if step > 0 { moved(position, step) }
  }

  /// Ignores what is reported and set from now on.
  func close() { state.withLock { $0.isClosed = true } }

  // MARK: Values

  /// All values, for a lane that branches off.
  var values: [AnyRunKey: any Sendable] { state.withLock { $0.values } }

  /// Whether anything was set in this lane itself.
  var hasChanges: Bool { state.withLock { !$0.changes.isEmpty } }

  func value<Value>(for key: RunKey<Value>) -> Value? {
    let value = state.withLock { $0.values[key.erased] }
    return value as? Value
  }

  func set<Value>(_ value: Value?, for key: RunKey<Value>) {
    let erased = key.erased
    let old: (any Sendable)? = state.withLock { state in
      if state.isClosed { return nil }
      let new: (any Sendable)? = value
      state.changes.updateValue(new, forKey: erased)
      if let new { return state.values.updateValue(new, forKey: erased) }
      return state.values.removeValue(forKey: erased)
    }
    // Released here, outside the lock.
    withExtendedLifetime(old) {}
  }

  /// Takes over what was set in a lane that has ended.
  func merge(_ branch: Lane) {
    let changes = branch.state.withLock { $0.changes }
    if changes.isEmpty { return }
    let old = state.withLock { state in
      defer {
        if !state.isClosed {
          for (key, value) in changes {
            state.changes.updateValue(value, forKey: key)
            state.values[key] = value
          }
        }
      }
      return state.values
    }
    withExtendedLifetime(old) {}
  }
}
