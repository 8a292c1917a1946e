internal import Foundation
public import Workflows

extension DurableRuns {
  /// Adds a run to the store.
  ///
  /// A run that is there already, with the same workflow and input, is returned as it is. So submit
  /// with an identifier of your subject, such as that of an order, and repeat a submission whose
  /// answer was lost.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - id: The identifier of the run, which no other run of the store has.
  ///   - input: The input of the run.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  ///   - delay: How long the run waits before it begins.
  ///   - timeLimit: How much time the run has, from now on, before it fails with
  ///     ``RunDeadlineExceeded``; `nil` for no limit.
  ///   - place: The place of the run in a queue; `nil` for a run without one.
  /// - Returns: The run; or the one that has its key in the queue, if that stays.
  /// - Throws: ``RunIdentifierTaken`` if there is another run with this identifier,
  ///   ``QueueKeyTaken`` if a run of another workflow has the key and stays,
  ///   ``WorkflowNotRegistered``, ``OutputTooLarge`` for the input, ``UnsupportedByStore`` for a
  ///   queue, and errors of the codec and of the store.
  @discardableResult
  public func submit<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    id: String,
    input: Input,
    version: Int? = nil,
    after delay: Duration = .zero,
    timeLimit: Duration? = nil,
    in place: QueuePlace? = nil
  ) async throws -> DurableRun<Output> {
    let typed = try registered(workflow, version)
    let submission = try submission(
      of: typed,
      id: id,
      input: input,
      after: delay,
      timeLimit: timeLimit,
      in: place
    )
    switch try await submit(submission) {
    case .new, .same: break
    case .different: throw RunIdentifierTaken(run: id)
    case .taken(by: let other):
      let row = try await settings.store.load(other)
      if let row, DurableWorkflow.name(of: row.workflow) != workflow.name {
        throw QueueKeyTaken(key: place?.key ?? "", run: other, workflow: row.workflow)
      }
      return DurableRun(id: other, runs: self, coding: typed.output)
    }
    return DurableRun(id: id, runs: self, coding: typed.output)
  }

  /// Adds runs to the store in one write, of whichever workflows they are.
  ///
  /// ```swift
  /// let submissions = try orders.map { order in
  ///   try runs.submission(
  ///     of: fulfil,
  ///     id: order.id,
  ///     input: order
  ///   )
  /// }
  /// let answers = try await runs.submit(submissions)
  /// ```
  ///
  /// A run that is refused keeps no other one from being added.
  ///
  /// - Parameter submissions: The runs, each of which `submission(of:id:input:)` returns.
  /// - Returns: What has become of each, in the same order.
  /// - Throws: An error of the store; it is not known then whether it was done. The submissions can
  ///   be repeated.
  @discardableResult
  public func submit(_ submissions: [RunSubmission]) async throws -> [SubmissionAnswer] {
    let answers = try await settings.store.submit(submissions)
    claims.wake()
    return answers
  }

  /// Adds a run without an input to the store.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - id: The identifier of the run, which no other run of the store has.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  /// - Returns: The run.
  /// - Throws: What the form with an input throws.
  @discardableResult
  public func submit<Output>(
    _ workflow: Workflow<Void, Output>,
    id: String,
    version: Int? = nil
  ) async throws -> DurableRun<Output> {
    try await submit(workflow, id: id, input: (), version: version)
  }

  /// Returns what a store is asked to add for a run, to add it in a transaction of your own.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - id: The identifier of the run.
  ///   - input: The input of the run.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  ///   - delay: How long the run waits before it begins.
  ///   - timeLimit: How much time the run has, from its submission on; `nil` for no limit.
  ///   - place: The place of the run in a queue; `nil` for a run without one.
  /// - Returns: The submission, for `submit(_:in:)` of the store, or for ``submit(_:)``.
  /// - Throws: ``WorkflowNotRegistered``, ``OutputTooLarge``, ``UnsupportedByStore`` for a queue,
  ///   and errors of the codec.
  public func submission<Input, Output>(
    of workflow: Workflow<Input, Output>,
    id: String,
    input: Input,
    version: Int? = nil,
    after delay: Duration = .zero,
    timeLimit: Duration? = nil,
    in place: QueuePlace? = nil
  ) throws -> RunSubmission {
    try submission(
      of: registered(workflow, version),
      id: id,
      input: input,
      after: delay,
      timeLimit: timeLimit,
      in: place
    )
  }

  private func submission<Input, Output>(
    of typed: TypedWorkflow<Input, Output>,
    id: String,
    input: Input,
    after delay: Duration,
    timeLimit: Duration?,
    in place: QueuePlace?
  ) throws -> RunSubmission {
    // A store that does not know of queues would forget the place.
    if place != nil, !settings.store.keepsQueues { throw UnsupportedByStore(operation: "queues") }
    let data = try typed.input.encode(input, settings.codec)
    if data.count > settings.options.maxRecordSize {
      throw OutputTooLarge(
        step: "input of \(typed.workflow.name)",
        size: data.count,
        limit: settings.options.maxRecordSize
      )
    }
    var submission = RunSubmission(
      id: id,
      workflow: DurableWorkflow.key(typed.workflow.name, typed.version),
      input: data,
      delay: delay,
      timeLimit: timeLimit,
      place: place
    )
    submission.records[.trace] = settings.options.tracing?.recordOfCurrentSpan
    return submission
  }

  func registered<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ version: Int?
  ) throws -> TypedWorkflow<Input, Output> {
    let versions = settings.workflows.values.filter { $0.name == workflow.name }.map(\.version)
    let key = DurableWorkflow.key(workflow.name, version ?? versions.max() ?? 1)
    guard let known = settings.workflows[key] else {
      throw WorkflowNotRegistered(workflow: key, reason: "is not registered")
    }
    guard let typed = known.typed as? TypedWorkflow<Input, Output> else {
      throw WorkflowNotRegistered(
        workflow: key,
        reason: "is registered with other types than \(Input.self) and \(Output.self)"
      )
    }
    return typed
  }
}
