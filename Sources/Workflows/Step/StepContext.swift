public import Futures

/// The connection of a running step to its run.
///
/// A context belongs to one call of ``Step/run(_:in:)``. You can use it from any thread. Reports
/// have no effect after the step has ended or its run was cancelled.
public struct StepContext: Sendable {
  let run: RunCore
  let lane: Lane
  let range: ProgressRange
  /// The enclosing steps.
  let parents: StepPath?
  let span: SpanToken

  /// The name of the step, for messages.
  public let name: String

  /// The number of the attempt, counted from 1; greater than 1 only inside
  /// ``Step/retry(_:clock:)``.
  public let attempt: Int

  /// A token that is cancelled when the step must stop.
  ///
  /// It is cancelled with the run, when the limit of a ``Step/timeout(_:clock:)`` passes, and when
  /// a parallel branch has failed. It is `CancellationToken.current` while the step runs, so
  /// futures that the step starts follow it by default; pass it to other operations that take a
  /// token. The task of the step is cancelled at the same time, so `async` functions stop without
  /// the token.
  public let cancellation: CancellationToken

  /// The names of the steps around this one and its own, separated by slashes, for messages.
  public var path: String { stepPath.description }

  /// Throws if the step must stop.
  ///
  /// - Throws: `CancellationError`.
  public func throwIfCancelled() throws(CancellationError) {
    if Task.isCancelled || cancellation.isCancelled { throw CancellationError() }
  }
}

// MARK: - Progress

extension StepContext {
  /// Reports the fraction of this step that is done.
  ///
  /// The progress of a run never decreases: a report below an earlier one has no effect, even in
  /// another attempt of a step. The whole share of a step that never reports is added when the step
  /// ends.
  ///
  /// - Parameter fraction: The fraction, clamped to the range from 0 to 1. A value that is not a
  ///   number is ignored.
  public func report(_ fraction: Double) {
    if fraction.isNaN { return }
    lane.report(range.position(of: min(max(fraction, 0), 1)))
  }

  /// Reports the number of units of this step that are done, such as bytes.
  ///
  /// - Parameters:
  ///   - completed: The number of units that are done.
  ///   - total: The number of all units. The report is ignored if it is zero or less, that is,
  ///     unknown.
  public func report(_ completed: Int64, of total: Int64) {
    if total > 0 { report(Double(completed) / Double(total)) }
  }
}

// MARK: - Shared values

extension StepContext {
  /// A value that a step of the run has set, or `nil`.
  ///
  /// Later steps and ``WorkflowRun`` see the values that this step sets. Parallel branches do not
  /// see each other's values: each begins with those of the run, and when all have ended, their
  /// values are adopted in the order of the branches.
  ///
  /// - Parameter key: The key.
  public subscript<Value>(key: RunKey<Value>) -> Value? {
    get {
      if let value = lane.value(for: key) { return value }
      guard let durability, !lane.hasRemovedValue(for: key) else { return nil }
      return durability.recordedValue(named: key.name, as: Value.self)
    }
    nonmutating set { lane.set(newValue, for: key) }
  }

  /// Returns a value that an earlier step must have set.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value.
  /// - Throws: ``MissingRunValue`` if no earlier step has set it.
  public func require<Value>(_ key: RunKey<Value>) throws(MissingRunValue) -> Value {
    guard let value = self[key] else { throw MissingRunValue(key: key.name, step: path) }
    return value
  }
}

// MARK: - Inside a run

extension StepContext {
  /// Creates the context of a workflow that is started, or of a step that runs alone.
  init(of run: RunCore, name: String, span: SpanToken, cancellation: CancellationToken) {
    self.init(
      run: run,
      lane: run.root,
      range: .whole,
      parents: nil,
      span: span,
      name: name,
      attempt: 1,
      cancellation: cancellation
    )
  }

  /// The path of the step, for the steps inside it.
  package var stepPath: StepPath { StepPath(name, in: parents) }

  /// The path of a step that wraps another one, which is at the same place as this one.
  var pathAround: StepPath { StepPath(name, in: parents, isAround: true) }
}
