internal import Foundation
public import Workflows

extension DurableRuns {
  /// Adds a run to the store.
  ///
  /// If a run with the same identifier, workflow, and input exists, it is returned as it is. So use
  /// an identifier from your domain, such as that of an order, and repeat a submission whose answer
  /// was lost. Unless you pass a version, this also applies to a run of another version.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - id: The identifier of the run, which is unique in the store.
  ///   - input: The input of the run.
  ///   - version: The version of the workflow; `nil` for the highest one with the types of
  ///     `workflow` that is registered.
  ///   - delay: How long the run waits before it begins.
  ///   - timeLimit: The time from now after which the run fails with ``RunDeadlineExceeded``; `nil`
  ///     for no limit. A run that waits for its delay, or for room in its queue, fails when it
  ///     would begin.
  ///   - place: The place of the run in a queue; `nil` for a run without one.
  ///   - signals: The signals that the run begins with. If the run exists, they are sent to it.
  ///   - tags: What is said of the run, by name, such as its customer, to find it by. If the run
  ///     exists, its tags stay as they are.
  /// - Returns: The run, or the run that has its key in the queue, if that run stays.
  /// - Throws: ``RunIdentifierTaken`` if another run has this identifier, ``QueueKeyTaken`` if a
  ///   run of another workflow has the key and stays, ``WorkflowNotRegistered``, ``OutputTooLarge``
  ///   for the input, ``NameTooLong``, ``UndeclaredSignal``, ``UnreadableSignal``,
  ///   ``UnsupportedByStore`` for a queue, and errors from the codec and the store.
  @discardableResult
  public func submit<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    id: String,
    input: Input,
    version: Int? = nil,
    after delay: Duration = .zero,
    timeLimit: Duration? = nil,
    in place: QueuePlace? = nil,
    signals: [SignalValue] = [],
    tags: [String: String] = [:]
  ) async throws -> DurableRun<Output> {
    let typed = try registered(workflow, version)
    let submission = try submission(
      of: typed,
      id: id,
      input: input,
      insistsOnVersion: version != nil,
      after: delay,
      timeLimit: timeLimit,
      in: place,
      signals: signals,
      tags: tags
    )
    let (answer, replaced) = try await settings.submit(submission) { try await submit($0) }
    if let replaced, let parent = await settings.tellParent(of: replaced) { look(for: parent) }
    settings.tellIfQueuedForOthers(submission)
    switch answer {
    case .new: break
    case .same: try await sendSignals(of: submission)
    case .different:
      let row = try await settings.store.load(id)
      guard let row, isSame(row, submission) else {
        throw RunIdentifierTaken(
          run: id,
          workflow: row?.definition,
          submitted: typed.definition
        )
      }
      try await sendSignals(of: submission)
      let earlier = settings.workflows[row.definition]?.typed as? TypedWorkflow<Input, Output>
      return DurableRun(id: id, runs: self, coding: (earlier ?? typed).output)
    case .taken(by: let other):
      let row = try await settings.store.load(other)
      if let row, row.workflow != workflow.name {
        throw QueueKeyTaken(key: place?.key ?? "", run: other, workflow: row.workflow)
      }
      return DurableRun(id: other, runs: self, coding: typed.output)
    }
    return DurableRun(id: id, runs: self, coding: typed.output)
  }

  /// Adds runs of any workflows to the store in one write.
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
  /// A run that is refused does not prevent other runs from being added. A run of another version
  /// of the workflow counts as the same, unless you passed a version for the submission.
  ///
  /// - Parameter submissions: The runs, as returned by `submission(of:id:input:)`.
  /// - Returns: The result for each run, in the same order.
  /// - Throws: ``NameTooLong``, or an error from the store. In the latter case, the operation may
  ///   have taken effect, and the submissions can be repeated.
  @discardableResult
  public func submit(_ submissions: [RunSubmission]) async throws -> [SubmissionAnswer] {
    for submission in submissions { try submission.requireShortNames() }
    var answers = try await settings.store.submit(submissions)
    claims.wake()
    for submission in submissions { settings.tellIfQueuedForOthers(submission) }
    for (index, submission) in submissions.enumerated() where answers[index] == .different {
      let row = try await settings.store.load(submission.id)
      if let row, isSame(row, submission) { answers[index] = .same }
    }
    for (index, submission) in submissions.enumerated() where answers[index] == .same {
      try await sendSignals(of: submission)
    }
    return answers
  }

  /// Adds a run without an input to the store.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - id: The identifier of the run, which is unique in the store.
  ///   - version: The version of the workflow; `nil` for the highest one with the types of
  ///     `workflow` that is registered.
  /// - Returns: The run.
  /// - Throws: The errors of the form with an input.
  @discardableResult
  public func submit<Output>(
    _ workflow: Workflow<Void, Output>,
    id: String,
    version: Int? = nil
  ) async throws -> DurableRun<Output> {
    try await submit(workflow, id: id, input: (), version: version)
  }

  /// Returns a submission of a run, to add in your own transaction.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - id: The identifier of the run.
  ///   - input: The input of the run.
  ///   - version: The version of the workflow; `nil` for the highest one with the types of
  ///     `workflow` that is registered.
  ///   - delay: How long the run waits before it begins.
  ///   - timeLimit: The time from its submission after which the run fails; `nil` for no limit.
  ///   - place: The place of the run in a queue; `nil` for a run without one.
  ///   - signals: The signals that the run begins with.
  ///   - tags: What is said of the run, by name, to find it by.
  /// - Returns: The submission, for ``submit(_:)``, or for `submit(_:in:)` of the store. That one
  ///   answers ``SubmissionAnswer/different`` for a run of another version, and for an equal input
  ///   that the codec has encoded differently.
  /// - Throws: ``WorkflowNotRegistered``, ``OutputTooLarge``, ``NameTooLong``,
  ///   ``UndeclaredSignal``, ``UnreadableSignal``, ``UnsupportedByStore`` for a queue, and errors
  ///   from the codec.
  public func submission<Input, Output>(
    of workflow: Workflow<Input, Output>,
    id: String,
    input: Input,
    version: Int? = nil,
    after delay: Duration = .zero,
    timeLimit: Duration? = nil,
    in place: QueuePlace? = nil,
    signals: [SignalValue] = [],
    tags: [String: String] = [:]
  ) throws -> RunSubmission {
    try submission(
      of: registered(workflow, version),
      id: id,
      input: input,
      insistsOnVersion: version != nil,
      after: delay,
      timeLimit: timeLimit,
      in: place,
      signals: signals,
      tags: tags
    )
  }

  private func submission<Input, Output>(
    of typed: TypedWorkflow<Input, Output>,
    id: String,
    input: Input,
    insistsOnVersion: Bool,
    after delay: Duration,
    timeLimit: Duration?,
    in place: QueuePlace?,
    signals: [SignalValue],
    tags: [String: String]
  ) throws -> RunSubmission {
    // A store without queues would lose the place.
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
      workflow: typed.workflow.name,
      version: typed.version,
      input: data,
      delay: delay,
      timeLimit: timeLimit,
      signals: try encoded(signals, for: id, of: typed.definition),
      tags: tags,
      place: place
    )
    submission.records[.signals] = settings.workflows[typed.definition]?.signals.record
    try submission.requireShortNames()
    submission.insistsOnVersion = insistsOnVersion
    submission.records[.trace] = settings.options.tracing?.recordOfCurrentSpan
    return submission
  }

  func registered<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ version: Int?
  ) throws -> TypedWorkflow<Input, Output> {
    let all = settings.workflows
    if let known = all.typed(workflow, version) { return known }
    let definition = WorkflowVersion(
      workflow.name,
      version: version ?? all.highestVersion(of: workflow.name) ?? 1
    )
    throw WorkflowNotRegistered(
      definition,
      otherTypes: all[definition] == nil ? nil : "\(Input.self) and \(Output.self)"
    )
  }

  /// Returns whether a run that a store calls another one is the same: with an equal input, and of
  /// any version of the workflow, because one that was registered after a submission does not make
  /// it another run.
  private func isSame(_ row: RunRow<Data>, _ submission: RunSubmission) -> Bool {
    if row.workflow != submission.workflow { return false }
    if submission.insistsOnVersion, row.version != submission.version { return false }
    return areInputsEqual(of: submission.definition, row.input, submission.input)
  }

  /// Returns whether data is that of equal inputs of a workflow.
  func areInputsEqual(of definition: WorkflowVersion, _ one: Data, _ other: Data) -> Bool {
    one == other
      || settings.workflows[definition]?.areInputsEqual(one, other, settings.codec) == true
  }
}

extension RunSettings {
  /// Adds a run.
  ///
  /// - Parameters:
  ///   - submission: The run.
  ///   - submit: A closure that adds a run.
  /// - Returns: The answer of the store, and the run whose key the run has taken, whose parent may
  ///   wait for it.
  /// - Throws: The error of the closure.
  func submit(
    _ submission: RunSubmission,
    by submit: (RunSubmission) async throws -> SubmissionAnswer
  ) async throws -> (answer: SubmissionAnswer, replaced: String?) {
    guard let place = submission.place, place.key != nil, place.ifTaken == .replace else {
      return (try await submit(submission), nil)
    }
    // A store does not say which run a new one replaces.
    var first = submission
    first.place = QueuePlace(
      place.queue,
      partition: place.partition,
      priority: place.priority,
      key: place.key
    )
    let answer = try await submit(first)
    guard case .taken(by: let other) = answer else { return (answer, nil) }
    return (try await submit(submission), other)
  }

  /// Reports a run that waits in a queue that this process, which works on other queues, leaves to
  /// others.
  func tellIfQueuedForOthers(_ submission: RunSubmission) {
    let own = options.queues.map(\.name)
    guard let queue = submission.place?.queue, !own.isEmpty, !own.contains(queue) else { return }
    report(.queuedForOthers(run: submission.id, queue: queue))
  }
}
