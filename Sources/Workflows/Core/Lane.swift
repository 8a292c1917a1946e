internal import Futures
internal import Synchronization

/// The share of a step in the progress of its lane.
struct ProgressRange: Sendable {
  var start: Double
  var length: Double

  static let whole = ProgressRange(start: 0, length: 1)

  var end: Double { start + length }

  func position(of fraction: Double) -> Double { start + length * fraction }
}

/// A sequence of steps: those of the run itself, or those of one parallel branch.
///
/// Holds what the steps share: their progress and the values of the run.
final class Lane: Sendable {
  private struct State {
    /// The values; `nil` marks a removed one, so that no earlier one is looked for.
    var values: [AnyRunKey: (any Sendable)?] = [:]
    /// The values set in this lane, for the lane it branched from; `nil` marks a removed value.
    var changes: [AnyRunKey: (any Sendable)?] = [:]
    /// The keys of values that have changed since a durable run recorded them.
    var unrecorded: Set<AnyRunKey> = []
  }

  /// The position of the lane, from 0 to 1, as a bit pattern: those of positive numbers sort like
  /// the numbers.
  private let position = Atomic<UInt64>(0)
  private let isClosed = Atomic<Bool>(false)

  /// The number of the lane in the trace.
  let number: Int
  /// The highest position before the lane is completed.
  private let ceiling: Double
  /// Whether steps begin although the run is paused, because they clean up.
  let ignoresPause: Bool
  private let state: Locked<State>
  private let moved: @Sendable (_ step: Double) -> Void

  /// Creates a lane.
  ///
  /// - Parameters:
  ///   - number: The number of the lane in the trace.
  ///   - values: The values that the lane begins with.
  ///   - ceiling: The highest position before the lane is completed.
  ///   - ignoresPause: Whether steps begin although the run is paused.
  ///   - moved: Called without a lock when the lane advances, with the distance.
  init(
    number: Int,
    values: [AnyRunKey: (any Sendable)?] = [:],
    ceiling: Double = 1,
    ignoresPause: Bool = false,
    moved: @escaping @Sendable (_ step: Double) -> Void
  ) {
    self.number = number
    self.ceiling = ceiling
    self.ignoresPause = ignoresPause
    state = Locked(State(values: values))
    self.moved = moved
  }

  /// Creates a lane whose whole progress is a part of another lane.
  convenience init(inside outer: Lane, _ range: ProgressRange) {
    let done = Locked(0.0)
    self.init(
      number: outer.number,
      values: outer.values,
      ignoresPause: outer.ignoresPause
    ) { step in
      let sum = done.withLock { done in
        done += step
        return done
      }
      outer.report(range.position(of: sum))
    }
  }

  /// The progress of the steps, from 0 to 1.
  var fraction: Double {
    Double(bitPattern: position.load(ordering: .sequentiallyConsistent))
  }

  /// Advances to a position; does nothing if the lane is already there.
  ///
  /// A fraction that is not a number results from weights too large to add, and is ignored.
  func report(_ fraction: Double) {
    if fraction.isNaN || isClosed.load(ordering: .relaxed) { return }
    move(to: min(max(fraction, 0), ceiling))
  }

  /// Advances to the end.
  func complete() { move(to: 1) }

  private func move(to fraction: Double) {
    let new = fraction.bitPattern
    let old = position.max(new, ordering: .sequentiallyConsistent).oldValue
    if old < new { moved(Double(bitPattern: new) - Double(bitPattern: old)) }
  }

  /// Ignores all further reports and values.
  func close() { isClosed.store(true, ordering: .relaxed) }

  // MARK: Values

  /// All values, for a lane that branches off.
  var values: [AnyRunKey: (any Sendable)?] { state.withLock { $0.values } }

  /// Whether any value was set in this lane.
  var hasChanges: Bool { state.withLock { !$0.changes.isEmpty } }

  func value<Value>(for key: RunKey<Value>) -> Value? {
    // The cast of a missing value would succeed if the values are themselves optionals.
    guard case let value?? = state.withLock({ $0.values[key.erased] }) else { return nil }
    return value as? Value
  }

  /// Whether a value was removed, in this lane or before it branched off.
  func hasRemovedValue<Value>(for key: RunKey<Value>) -> Bool {
    if case .some(.none) = state.withLock({ $0.values[key.erased] }) { true } else { false }
  }

  func set<Value>(_ value: Value?, for key: RunKey<Value>) {
    if isClosed.load(ordering: .relaxed) { return }
    let erased = key.erased
    let old: (any Sendable)? = state.withLock { state in
      let new: (any Sendable)? = value
      state.changes.updateValue(new, forKey: erased)
      state.unrecorded.insert(erased)
      return state.values.updateValue(new, forKey: erased) ?? nil
    }
    // Released here, outside the lock.
    withExtendedLifetime(old) {}
  }

  /// Adopts the values that were set in a lane that has ended.
  func merge(_ branch: Lane) {
    let (changes, unrecorded) = branch.state.withLock { ($0.changes, $0.unrecorded) }
    if changes.isEmpty || isClosed.load(ordering: .relaxed) { return }
    let old = state.withLock { state in
      defer {
        for (key, value) in changes {
          state.changes.updateValue(value, forKey: key)
          if unrecorded.contains(key) { state.unrecorded.insert(key) }
          state.values.updateValue(value, forKey: key)
        }
      }
      return state.values
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the values that have changed since the last call, by the name of the key; `nil` for a
  /// value that was removed.
  func takeUnrecorded() -> [String: (any Sendable)?] {
    state.withLock { state in
      defer { state.unrecorded = [] }
      let changed = state.unrecorded.map { ($0.name, state.values[$0] ?? nil) }
      return Dictionary(changed) { $0 ?? $1 }
    }
  }
}
