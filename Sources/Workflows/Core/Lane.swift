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
    var values: [AnyRunKey: any Sendable] = [:]
    /// The values set in this lane, for the lane it branched from; `nil` marks a removed value.
    var changes: [AnyRunKey: (any Sendable)?] = [:]
    /// The keys whose values were removed, here or before this lane branched off.
    var removed: Set<AnyRunKey> = []
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
  ///   - outer: The lane whose values this lane begins with; `nil` for none.
  ///   - ceiling: The highest position before the lane is completed.
  ///   - ignoresPause: Whether steps begin although the run is paused.
  ///   - moved: Called without a lock when the lane advances, with the distance.
  init(
    number: Int,
    branchingFrom outer: Lane? = nil,
    ceiling: Double = 1,
    ignoresPause: Bool = false,
    moved: @escaping @Sendable (_ step: Double) -> Void
  ) {
    self.number = number
    self.ceiling = ceiling
    self.ignoresPause = ignoresPause
    let begun = outer?.state.withLock { State(values: $0.values, removed: $0.removed) }
    state = Locked(begun ?? State())
    self.moved = moved
  }

  /// Creates a lane whose whole progress is a part of another lane.
  convenience init(inside outer: Lane, _ range: ProgressRange) {
    let done = Locked(0.0)
    self.init(
      number: outer.number,
      branchingFrom: outer,
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

  /// Whether any value was set in this lane.
  var hasChanges: Bool { state.withLock { !$0.changes.isEmpty } }

  func value<Value>(for key: RunKey<Value>) -> Value? {
    // The cast of a missing value would succeed if the values are themselves optionals.
    guard let value = state.withLock({ $0.values[key.erased] }) else { return nil }
    return value as? Value
  }

  /// Whether a value was removed, so that an earlier one must not be looked for.
  func hasRemovedValue<Value>(for key: RunKey<Value>) -> Bool {
    state.withLock { $0.removed.contains(key.erased) }
  }

  func set<Value>(_ value: Value?, for key: RunKey<Value>) {
    if isClosed.load(ordering: .relaxed) { return }
    let erased = key.erased
    let old: (any Sendable)? = state.withLock { state in
      let new: (any Sendable)? = value
      state.changes.updateValue(new, forKey: erased)
      state.unrecorded.insert(erased)
      if let new {
        state.removed.remove(erased)
        return state.values.updateValue(new, forKey: erased)
      }
      state.removed.insert(erased)
      return state.values.removeValue(forKey: erased)
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
          state.values[key] = value
          if value == nil { state.removed.insert(key) } else { state.removed.remove(key) }
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
      return Dictionary(state.unrecorded.map { ($0.name, state.values[$0]) }) { $0 ?? $1 }
    }
  }
}
