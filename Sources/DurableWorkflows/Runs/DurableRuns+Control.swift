public import Workflows

extension DurableRuns {
  /// Returns a run of the store, from any process.
  ///
  /// - Parameters:
  ///   - workflow: The workflow of the run, which is registered.
  ///   - id: The identifier of the run. It need not exist yet.
  ///   - version: The version of the workflow; `nil` for the highest one with the types of
  ///     `workflow` that is registered.
  /// - Returns: The run.
  /// - Throws: ``WorkflowNotRegistered``.
  public func run<Input, Output>(
    of workflow: Workflow<Input, Output>,
    id: String,
    version: Int? = nil
  ) throws -> DurableRun<Output> {
    DurableRun(id: id, runs: self, coding: try registered(workflow, version).output)
  }

  /// Cancels a run, whichever process works on it.
  ///
  /// A run that no process has ends at once, if it has nothing to undo. Any other run undoes its
  /// effects and ends once its process learns of the cancellation, at the latest after a third of
  /// the lease. A run that was set aside because its definition no longer fits is set aside again,
  /// unless a process with a definition that fits undoes it.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether the run has ended or will end.
  /// - Throws: An error from the store.
  @discardableResult
  public func cancel(_ run: String) async throws -> CancellationAnswer {
    await told(try await settings.store.cancel(run), of: run)
  }

  /// Pauses a run: no process begins or continues it until you resume it.
  ///
  /// A process that works on the run gives it back after the next record, at the latest a third of
  /// the lease after the steps that are running now. Time goes on for a run that is paused: when it
  /// is resumed, its waits and its time limits may have ended. Signals are kept meanwhile.
  /// Cancelling the run, or reopening it, resumes it.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether the run exists and has not ended.
  /// - Throws: An error from the store.
  @discardableResult
  public func pause(_ run: String) async throws -> Bool {
    defer { look(for: run) }
    return try await settings.store.setPaused(true, of: run)
  }

  /// Resumes a run that was paused, which is then due at once.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether the run exists and has not ended.
  /// - Throws: An error from the store.
  @discardableResult
  public func resume(_ run: String) async throws -> Bool {
    defer { look(for: run) }
    return try await settings.store.setPaused(false, of: run)
  }

  /// Undoes a run that has succeeded, or cancels one that has not ended.
  ///
  /// The compensations of the recorded steps run in reverse order, as if the run had been cancelled
  /// after its last step. The run is then cancelled, and ``reopen(_:)`` runs the undone steps
  /// again. A run that is already being undone refuses. A run that has failed or was cancelled is
  /// already undone.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether the run is undone or will be.
  /// - Throws: An error from the store.
  @discardableResult
  public func undo(_ run: String) async throws -> CancellationAnswer {
    await told(try await settings.store.undo(run), of: run)
  }

  /// Notifies those who wait for a run that it was cancelled.
  private func told(
    _ answer: CancellationAnswer,
    of run: String
  ) async -> CancellationAnswer {
    look(for: run)
    if answer == .cancelled, let parent = await settings.tellParent(of: run) { look(for: parent) }
    return answer
  }

  /// Continues a run that has failed, was cancelled, or was set aside, after its last record.
  ///
  /// Steps that were undone run again with the same idempotency keys, and so do the steps recorded
  /// after them. A step that could not be undone does not run again. The run waits anew for signals
  /// that have not arrived. The undoing of a run that was set aside while it was undone, or after
  /// it was cancelled, continues. The time limit of the run no longer applies, and the run no
  /// longer holds its key in a queue.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether there was such a run.
  /// - Throws: An error from the store.
  @discardableResult
  public func reopen(_ run: String) async throws -> Bool {
    defer { look(for: run) }
    return try await settings.store.reopen(run)
  }

  /// Adds a run that begins with the records of another run up to a step, in the same queue,
  /// without a key.
  ///
  /// - Parameters:
  ///   - run: The identifier of the other run, which stays as it is.
  ///   - id: The identifier of the new run.
  ///   - step: The place of the step that runs again, as records and messages name it, such as
  ///     `/fulfil order/charge`. The step has a record or contains records. `nil` copies all
  ///     records.
  ///   - version: The version of the workflow for the new run; `nil` for that of the other run.
  /// - Throws: ``UnknownRun``, ``UnknownStep``, ``RunIdentifierTaken``, ``NameTooLong``, and errors
  ///   from the store.
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
      !path.isOfRun && record.sequence < end && !(place.map { path.isInside($0) } ?? false)
        && row.undone[path] != true
    }
    var submission = RunSubmission(
      id: id,
      workflow: row.workflow,
      version: version ?? row.version,
      input: row.currentInput,
      records: records,
      tags: row.tags,
      place: row.queue.map {
        QueuePlace($0, partition: row.partition, priority: row.priority)
      }
    )
    let known = settings.workflows[submission.definition]?.signals.record
    submission.records[.signals] = known ?? row.records[.signals]
    submission.records[.trace] = settings.options.tracing?.recordOfCurrentSpan
    try submission.requireShortNames()
    guard try await settings.store.submit(submission) == .new else {
      throw RunIdentifierTaken(run: id)
    }
    look(for: id)
  }

  /// Returns runs of the store, most recently submitted first.
  ///
  /// - Parameter query: The runs to list.
  /// - Returns: The runs.
  /// - Throws: ``UnknownRun`` if the run to begin after does not exist, and errors from the store.
  public func list(_ query: RunQuery = RunQuery()) async throws -> [RunSummary] {
    try await settings.store.list(query)
  }

  /// Returns the number of runs in the store by status.
  ///
  /// - Returns: The numbers. A status without a run is missing.
  /// - Throws: An error from the store.
  public func counts() async throws -> [DurableRunStatus: Int] {
    try await settings.store.counts()
  }

  /// Removes runs that have ended, with all their data.
  ///
  /// Children that have ended are removed, too. A parent that has not learned of the end of its
  /// child fails with ``UnknownRun``, and a parent can no longer undo a removed child, so choose an
  /// age that parents do not reach. A removed run no longer counts for the rate of its queue, so
  /// choose an age greater than the windows of your rates.
  ///
  /// - Parameters:
  ///   - age: The minimum time since the end of a run.
  ///   - limit: The maximum number of runs to remove. Call the method again until it returns fewer.
  /// - Returns: The number of removed runs.
  /// - Throws: An error from the store.
  @discardableResult
  public func removeEnded(olderThan age: Duration, limit: Int = 1000) async throws -> Int {
    try await settings.store.removeEnded(olderThan: age, limit: limit)
  }

  /// Returns the recorded state of a run, whatever its workflow is.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: The state, or `nil` if the run does not exist.
  /// - Throws: An error from the store.
  public func load(_ run: String) async throws -> RunDetails? {
    guard let row = try await settings.store.load(run) else { return nil }
    return RunDetails(run, row, now: try await settings.store.now)
  }

  /// The time of the store.
  public var now: StoreTime {
    get async throws { try await settings.store.now }
  }

  /// Returns the state of a run in the store.
  func row(of run: String) async throws -> RunStorage.Row {
    guard let row = try await settings.store.load(run) else { throw UnknownRun(run: run) }
    return row
  }
}
