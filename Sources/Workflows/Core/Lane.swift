internal import Futures
internal import Synchronization

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
    var values: [AnyRunKey: any Sendable] = [:]
    /// What was set in this lane itself, for the lane it comes from; `nil` marks what was removed.
    var changes: [AnyRunKey: (any Sendable)?] = [:]
  }

  /// Where the lane is, from 0 to 1, as the bits of a number; those of positive numbers have their
  /// order.
  private let position = Atomic<UInt64>(0)
  private let isClosed = Atomic<Bool>(false)

  /// The number of the lane in the trace.
  let number: Int
  /// How far the lane may come before it is told that it is complete.
  private let ceiling: Double
  private let state: Locked<State>
  private let moved: @Sendable (_ step: Double) -> Void

  /// Makes a lane.
  ///
  /// - Parameters:
  ///   - number: The number of the lane in the trace.
  ///   - values: What travels along already.
  ///   - ceiling: How far the lane may come before it is told that it is complete.
  ///   - moved: Called without a lock when the lane has moved on, with how far it moved.
  init(
    number: Int,
    values: [AnyRunKey: any Sendable] = [:],
    ceiling: Double = 1,
    moved: @escaping @Sendable (_ step: Double) -> Void
  ) {
    self.number = number
    self.ceiling = ceiling
    state = Locked(State(values: values))
    self.moved = moved
  }

  /// Makes a lane of which the whole is a part of another lane.
  convenience init(inside outer: Lane, _ range: ProgressRange) {
    let done = Locked(0.0)
    self.init(number: outer.number, values: outer.values) { step in
      let sum = done.withLock { done in
        done += step
        return done
      }
      outer.report(range.position(of: sum))
    }
  }

  /// How far the steps are, from 0 to 1.
  var fraction: Double {
    Double(bitPattern: position.load(ordering: .sequentiallyConsistent))
  }

  /// Moves on to a position, or does nothing if the lane is there already.
  ///
  /// What is not a number comes of weights that are too large to be added, and changes nothing.
  func report(_ fraction: Double) {
    if fraction.isNaN || isClosed.load(ordering: .relaxed) { return }
    move(to: min(max(fraction, 0), ceiling))
  }

  /// Moves on to the end.
  func complete() { move(to: 1) }

  private func move(to fraction: Double) {
    let new = fraction.bitPattern
    let old = position.max(new, ordering: .sequentiallyConsistent).oldValue
    if old < new { moved(Double(bitPattern: new) - Double(bitPattern: old)) }
  }

  /// Ignores what is reported and set from now on.
  func close() { isClosed.store(true, ordering: .relaxed) }

  // MARK: Values

  /// All values, for a lane that branches off.
  var values: [AnyRunKey: any Sendable] { state.withLock { $0.values } }

  /// Whether anything was set in this lane itself.
  var hasChanges: Bool { state.withLock { !$0.changes.isEmpty } }

  func value<Value>(for key: RunKey<Value>) -> Value? {
    // A cast of what is not there would succeed if the values are optional themselves.
    guard let value = state.withLock({ $0.values[key.erased] }) else { return nil }
    return value as? Value
  }

  func set<Value>(_ value: Value?, for key: RunKey<Value>) {
    if isClosed.load(ordering: .relaxed) { return }
    let erased = key.erased
    let old: (any Sendable)? = state.withLock { state in
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
    if changes.isEmpty || isClosed.load(ordering: .relaxed) { return }
    let old = state.withLock { state in
      defer {
        for (key, value) in changes {
          state.changes.updateValue(value, forKey: key)
          state.values[key] = value
        }
      }
      return state.values
    }
    withExtendedLifetime(old) {}
  }
}
