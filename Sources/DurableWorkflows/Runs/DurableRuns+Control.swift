public import Workflows

extension DurableRuns {
  /// Returns a run of the store, from any process.
  ///
  /// - Parameters:
  ///   - workflow: Its workflow, which is registered.
  ///   - id: The identifier of the run. It need not exist yet.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  /// - Returns: The run.
  /// - Throws: ``WorkflowNotRegistered``.
  public func run<Input, Output>(
    of workflow: Workflow<Input, Output>,
    id: String,
    version: Int? = nil
  ) throws -> DurableRun<Output> {
    DurableRun(id: id, runs: self, coding: try registered(workflow, version).output)
  }

  /// Sends a signal to a run, for ``WaitForSignal``.
  ///
  /// It is kept if the run does not wait for it yet. A run takes one signal of a name.
  ///
  /// - Parameters:
  ///   - value: What to send.
  ///   - signal: The signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether it is kept, and if not, why.
  /// - Throws: ``OutputTooLarge`` for what is sent, and errors of the codec and of the store.
  @discardableResult
  public func send<Value>(
    _ value: Value,
    to signal: Signal<Value>,
    of run: String
  ) async throws -> SignalDelivery {
    let data = try settings.codec.encode(value)
    if data.count > settings.options.maxRecordSize {
      throw OutputTooLarge(
        step: "signal \(signal.name)",
        size: data.count,
        limit: settings.options.maxRecordSize
      )
    }
    let delivery = try await settings.store.send(data, to: signal.name, of: run)
    if delivery == .kept { look(for: run) }
    return delivery
  }

  /// Cancels a run, whoever works on it.
  ///
  /// A run that no process has ends at once, if nothing of it is to be undone. Another one ends
  /// when its process learns of it, at the latest after a third of the lease, and undoes what it
  /// has done.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether it has ended, or will.
  /// - Throws: An error of the store.
  @discardableResult
  public func cancel(_ run: String) async throws -> CancellationAnswer {
    await told(try await settings.store.cancel(run), of: run)
  }

  /// Undoes a run that has succeeded, and cancels one that has not ended.
  ///
  /// One that is being undone already refuses. The compensations of its recorded steps run, the
  /// last one first, as if it had been cancelled behind its last step; then it is cancelled, and
  /// ``reopen(_:)`` runs the undone steps again. A run that has failed, or was cancelled, is undone
  /// already.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether it is undone, or will be.
  /// - Throws: An error of the store.
  @discardableResult
  public func undo(_ run: String) async throws -> CancellationAnswer {
    await told(try await settings.store.undo(run), of: run)
  }

  /// Tells who waits for a run that it was cancelled.
  private func told(
    _ answer: CancellationAnswer,
    of run: String
  ) async -> CancellationAnswer {
    look(for: run)
    if answer == .cancelled, let parent = await settings.tellParent(of: run) { look(for: parent) }
    return answer
  }

  /// Continues a run that has failed, was cancelled, or was set aside, behind its last record.
  ///
  /// What was undone runs again, and so does what was recorded behind it, with the same idempotency
  /// keys; a step that could not be undone does not. Signals that have not come are waited for
  /// anew. A run that was set aside while it was undone, or after it was cancelled, is undone
  /// further. Its time limit no longer applies, and its key in a queue is no longer its own.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether there was such a run.
  /// - Throws: An error of the store.
  @discardableResult
  public func reopen(_ run: String) async throws -> Bool {
    defer { look(for: run) }
    return try await settings.store.reopen(run)
  }

  /// Adds a run that begins with records of another one: those before a step.
  ///
  /// - Parameters:
  ///   - run: The identifier of the other run, which stays as it is.
  ///   - id: The identifier of the new run.
  ///   - step: The place of the step that runs again, as records and messages name it, such as
  ///     `/fulfil order/charge`: a step with a record, or with records inside. `nil` takes over all
  ///     records.
  ///   - version: The version of the workflow for the new run; `nil` for that of the other run.
  /// - Throws: ``UnknownRun``, ``UnknownStep``, ``RunIdentifierTaken``, and errors of the store.
  public func fork(
    _ run: String,
    as id: String,
    from step: String? = nil,
    version: Int? = nil
  ) async throws {
    let row = try await row(of: run)
    let place = step.map { RecordPath($0) }
    let inside = place.map { place in row.records.filter { $0.key.isInside(place) } }
    let end = inside.map { $0.values.map(\.sequence).min() } ?? .max
    guard let end else { throw UnknownStep(run: run, step: step ?? "") }
    let records = row.records.filter { path, record in
      !path.isOfOrigin && record.sequence < end && !(place.map { path.isInside($0) } ?? false)
        && row.undone[path] != true
    }
    let origin = settings.options.tracing?.recordOfCurrentSpan.map { [RecordPath.trace: $0] } ?? [:]
    let workflow = version.map { DurableWorkflow.key(DurableWorkflow.name(of: row.workflow), $0) }
    let submission = RunSubmission(
      id: id,
      workflow: workflow ?? row.workflow,
      input: row.input,
      records: records.merging(origin) { one, _ in one }
    )
    guard try await settings.store.submit(submission) == .new else {
      throw RunIdentifierTaken(run: id)
    }
    look(for: id)
  }

  /// Returns runs of the store, those that were submitted last first.
  ///
  /// - Parameter query: Which runs.
  /// - Returns: The runs.
  /// - Throws: ``UnknownRun`` if there is no run behind which to begin, and errors of the store.
  public func list(_ query: RunQuery = RunQuery()) async throws -> [RunSummary] {
    try await settings.store.list(query)
  }

  /// Returns how many runs the store has, by status.
  ///
  /// - Returns: The numbers; a status without a run is missing.
  /// - Throws: An error of the store.
  public func counts() async throws -> [DurableRunStatus: Int] {
    try await settings.store.counts()
  }

  /// Removes runs that have ended, with all that is known of them.
  ///
  /// A child that has ended is removed, too. Its parent fails with ``UnknownRun`` if it has not
  /// learned of that end, and can no longer undo it: choose an age that parents do not reach.
  ///
  /// - Parameters:
  ///   - age: The time since their end.
  ///   - limit: How many at most; call it again until it returns fewer.
  /// - Returns: How many were removed.
  /// - Throws: An error of the store.
  @discardableResult
  public func removeEnded(olderThan age: Duration, limit: Int = 1000) async throws -> Int {
    try await settings.store.removeEnded(olderThan: age, limit: limit)
  }

  /// Returns what the store knows of a run.
  func row(of run: String) async throws -> RunStore.Row {
    guard let row = try await settings.store.load(run) else { throw UnknownRun(run: run) }
    return row
  }
}
