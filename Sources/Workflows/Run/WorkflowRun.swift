internal import Futures

/// A run of a workflow: its state, its outcome, its progress, and the means to cancel it.
///
/// ```swift
/// let run = forecast.start(city)
/// for await fraction in run.progress { bar.show(fraction) }
/// let days = try await run.value
/// ```
///
/// Like `Task`, a run is a handle: copies represent the same run. A run that was started retains
/// itself until its end, whether or not you keep the handle. Each start creates a new run; you
/// start a run yourself, and only once, if you created it with ``Workflow/prepare(_:options:)``.
///
/// ## Lifetime and scope
///
/// Releasing the last handle of a run that was started stops nothing: the run continues to its end,
/// and calls its observers. Releasing the last handle of one that was not started ends it: its
/// future fails with `BrokenPromise`, its sequences end, and its observers are not called.
///
/// A run follows the scope in which its options were made, which is that of
/// ``Workflow/start(_:options:)`` or ``Workflow/prepare(_:options:)`` by default: cancelling that
/// scope cancels the run, because of ``RunCancellation/scope``, even if another scope starts it. A
/// cancelled task does not count as a scope. With `RunOptions(cancellation: .never)` a run follows
/// none.
public struct WorkflowRun<Output: Sendable>: Sendable, Identifiable {
  let core: RunCore
  /// Settled only by the core, after the observers were submitted.
  let outcome: Future<Output, any Error>
  /// The outcome for the observers, unless the run was cancelled.
  let settled: RunResult<Output>

  /// The identity of the run.
  public var id: RunID { core.id }

  /// The tag from ``RunOptions/tag``.
  public var tag: (any Hashable & Sendable)? { core.tag }

  /// The name of the workflow.
  public var name: String { core.workflow }

  /// The trace that records the run.
  public var trace: Trace { core.trace }

  /// A report on the run at this moment: its state, its current step and its progress.
  public var report: RunReport { core.report(core.state) }

  /// The reason for the cancellation of the run; `nil` unless the state is
  /// ``RunState/cancelled``.
  public var cancellation: RunCancellation? { core.history.cancellation }

  /// The steps that could not be undone, in the order of the attempts.
  ///
  /// Complete once ``stopped()`` returns.
  public var compensationFailures: [CompensationFailure] { core.compensations.failures }

  /// The names of the steps of the workflow, in order.
  public var stepNames: [String] { core.plan.stages.map(\.name) }

  /// A value that a step has set, or `nil`.
  ///
  /// The values remain after the end of the run.
  ///
  /// - Parameter key: The key.
  public subscript<Value>(key: RunKey<Value>) -> Value? { core.root.value(for: key) }
}

// MARK: - Life

extension WorkflowRun {
  /// Starts a run that was prepared.
  ///
  /// Starting a run that was already cancelled does nothing, and is not an error.
  ///
  /// - Throws: ``RunAlreadyStarted`` if the run was already started.
  public func start() throws(RunAlreadyStarted) {
    if !core.start() { throw RunAlreadyStarted(workflow: name, run: id) }
  }

  /// Cancels the run.
  ///
  /// The state is ``RunState/cancelled`` at once, and observers of success and failure are no
  /// longer called. The token and task of the running step are cancelled; then observers that you
  /// added with ``onCancel(for:_:)`` are called, and the future of the run fails with
  /// `CancellationError`. So code that releases what a step works with, because it hears of the
  /// end, cannot be ahead of the cancellation. The output of a step that ignores its cancellation
  /// is dropped. To wait for that step, use ``stopped()``.
  ///
  /// After the end of the run, this only drops observers that have not been called yet.
  ///
  /// - Parameter reason: The reason, which ``cancellation`` then returns.
  /// - Returns: Whether this call ended the run.
  @discardableResult
  public func cancel(because reason: RunCancellation = .requested) -> Bool { core.cancel(reason) }

  /// Waits until no step of the run is running.
  ///
  /// For a run that was cancelled, this is when its step has ended too. Returns at once for a run
  /// that was never started. This does not wait for steps that exceeded their
  /// ``Step/timeout(_:clock:)``, nor for those whose output other runs may share; see
  /// ``Step/cached(in:)``.
  public func stopped() async { await core.stopped() }
}

/// The error of starting a run a second time.
public struct RunAlreadyStarted: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the workflow.
  public let workflow: String

  /// The run.
  public let run: RunID

  /// A message that says what is wrong and what to do.
  public var description: String {
    "Run \(run) of '\(workflow)' was already started, and a run starts only once. "
      + "Call start on the workflow to create another run."
  }
}

extension WorkflowRun: CustomStringConvertible {
  /// The name of the workflow, the identity, the tag and the state.
  public var description: String {
    let tag = tag.map { ", \($0)" } ?? ""
    return "WorkflowRun(\(name), \(id)\(tag), \(state.rawValue))"
  }
}
