public import Futures

/// One run of a workflow: its state, its outcome, its progress, and the means to stop it.
///
/// ```swift
/// let run = forecast.start(city)
/// for await fraction in run.progress { bar.show(fraction) }
/// let days = try await run.value
/// ```
///
/// A run is a handle, as `Task` is: copies stand for the same run. A run that has been started
/// keeps itself, so nothing is lost when the handle goes. Each start makes a run of its own; only a
/// run made by ``Workflow/prepare(_:options:)`` is started by hand, and only once.
public struct WorkflowRun<Output: Sendable>: Sendable, Identifiable {
  let core: RunCore
  /// Settled by the core and nobody else.
  let outcome: Future<Output, any Error>

  /// The identity of the run, different for every run of this process.
  public var id: RunID { core.id }

  /// What ``RunOptions/tag`` was.
  public var tag: (any Hashable & Sendable)? { core.tag }

  /// The name of the workflow.
  public var name: String { core.workflow }

  /// The record of what ran when.
  public var trace: Trace { core.trace }

  /// The names of the steps of the workflow, in order.
  public var stepNames: [String] { core.plan.stages.map(\.name) }

  /// A value that travels along the run, or `nil` if no step has set it.
  ///
  /// The values stay when the run has ended.
  ///
  /// - Parameter key: The key.
  public subscript<Value>(key: RunKey<Value>) -> Value? { core.root.value(for: key) }
}

// MARK: - Outcome

extension WorkflowRun {
  /// The output.
  ///
  /// Waits for the end of the run. Cancelling the task that waits stops the waiting, not the run;
  /// to tie the two together use ``Workflow/callAsFunction(_:options:)``.
  public var value: Output {
    get async throws { try await outcome.get() }
  }

  /// A future of the output.
  ///
  /// It fails with what the run fails with, and with `CancellationError` once the run is cancelled.
  /// Cancelling it cancels the run. Each access makes a new one. To share a run among several who
  /// may lose interest one by one, make an `InterestCounter` of it.
  public var future: Future<Output, any Error> {
    let promise = Promise<Output, any Error>()
    promise.complete(with: outcome)
    promise.onCancel { [weak core] in _ = core?.cancel() }
    return promise.future
  }
}

// MARK: - Life

extension WorkflowRun {
  /// Starts a run that was prepared.
  ///
  /// A run that was cancelled before is not started, and that is no error.
  ///
  /// - Throws: ``RunAlreadyStarted`` if it has been started.
  public func start() throws(RunAlreadyStarted) {
    if !core.start() { throw RunAlreadyStarted(workflow: name, run: id) }
  }

  /// Stops the run.
  ///
  /// The run is ``RunState/cancelled`` at once: its future fails with `CancellationError`,
  /// observers are not called any more, and the task of the step at work and its token are
  /// cancelled. What a step that does not care still returns is dropped. To wait for that step, use
  /// ``stopped()``.
  ///
  /// After the end of the run this only silences observers that have not been called yet.
  ///
  /// - Returns: Whether this call ended the run.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }

  /// Waits until no step of the run is at work any more.
  ///
  /// That is the end of the run, or, for a run that was cancelled, the moment when its step has
  /// come to an end too. Returns at once for a run that was never started. Steps that ran out of
  /// time in a ``Step/timeout(_:clock:)`` are not waited for, nor those whose output others may
  /// share, see ``Step/cached(in:)``.
  public func stopped() async { await core.stopped() }
}

/// The error of starting a run again.
public struct RunAlreadyStarted: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the workflow.
  public let workflow: String

  /// The run.
  public let run: RunID

  /// What was wrong, and what to do.
  public var description: String {
    "Run \(run) of '\(workflow)' has been started already; a run goes once. "
      + "Call start on the workflow to make another run."
  }
}

extension WorkflowRun: CustomStringConvertible {
  /// The name of the workflow, the identity, the tag and the state.
  public var description: String {
    let tag = tag.map { ", \($0)" } ?? ""
    return "WorkflowRun(\(name), \(id)\(tag), \(state.rawValue))"
  }
}
