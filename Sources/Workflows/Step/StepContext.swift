public import Futures

/// The connection of a running step to its run.
///
/// A context belongs to one call of ``Step/run(_:in:)``. It may be used from any thread; after the
/// step has ended, or its run was cancelled, what is reported through it has no effect.
public struct StepContext: Sendable {
  let run: RunCore
  let lane: Lane
  let range: ProgressRange
  /// The steps around this one.
  let parents: StepPath?
  let span: SpanToken

  /// The name of the step, for messages.
  public let name: String

  /// Which attempt this is, counted from 1; more than 1 only inside of ``Step/retry(_:clock:)``.
  public let attempt: Int

  /// Is cancelled when the step shall stop: with the run, when the time of a
  /// ``Step/timeout(_:clock:)`` is over, or when a parallel branch has failed.
  ///
  /// Futures that the step starts take it by default: it is `CancellationToken.current` while the
  /// step runs. Pass it to other operations that take a token. The task that the step runs in is
  /// cancelled at the same time, so `async` functions stop without it.
  public let cancellation: CancellationToken

  /// The names of the steps around this one and its own, separated by slashes, for messages.
  public var path: String { stepPath.description }

  /// Throws if the step shall stop.
  ///
  /// - Throws: `CancellationError`.
  public func throwIfCancelled() throws(CancellationError) {
    if Task.isCancelled || cancellation.isCancelled { throw CancellationError() }
  }
}

// MARK: - Progress

extension StepContext {
  /// Tells how much of this step is done.
  ///
  /// The progress of a run never goes back: less than was reported before changes nothing, also
  /// when a step starts again in another attempt. A step that never reports counts as a whole when
  /// it ends.
  ///
  /// - Parameter fraction: The part that is done, from 0 to 1; anything outside is taken as the
  ///   nearest of the two, and what is not a number is ignored.
  public func report(_ fraction: Double) {
    if fraction.isNaN { return }
    lane.report(range.position(of: min(max(fraction, 0), 1)))
  }

  /// Tells how many units of this step are done, such as bytes.
  ///
  /// - Parameters:
  ///   - completed: The number of units that are done.
  ///   - total: The number of units there are; nothing is reported while it is not known, which is
  ///     when it is zero or less.
  public func report(_ completed: Int64, of total: Int64) {
    if total > 0 { report(Double(completed) / Double(total)) }
  }
}

// MARK: - Values that travel along

extension StepContext {
  /// A value that travels along the run, or `nil` if no step has set it.
  ///
  /// Later steps see what this one sets, and so does ``WorkflowRun``. Parallel branches do not see
  /// each other's values: each starts with those of the run, and when all have ended, theirs are
  /// taken over in the order of the branches.
  ///
  /// - Parameter key: The key.
  public subscript<Value>(key: RunKey<Value>) -> Value? {
    get { lane.value(for: key) }
    nonmutating set { lane.set(newValue, for: key) }
  }

  /// A value that has to be there.
  ///
  /// - Parameter key: The key.
  /// - Returns: What a step before this one has set.
  /// - Throws: ``MissingRunValue`` if none has.
  public func require<Value>(_ key: RunKey<Value>) throws(MissingRunValue) -> Value {
    guard let value = self[key] else { throw MissingRunValue(key: key.name, step: path) }
    return value
  }
}

// MARK: - Inside a run

extension StepContext {
  /// Creates the context of a workflow that is started, or of a step that runs by itself.
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
  var stepPath: StepPath { StepPath(name, in: parents) }
}

/// The names of the steps around a step, joined only when the text is needed.
final class StepPath: Sendable, CustomStringConvertible {
  private let name: String
  private let parent: StepPath?

  init(_ name: String, in parent: StepPath?) {
    self.name = name
    self.parent = parent
  }

  var description: String { parent.map { "\($0)/\(name)" } ?? name }
}
