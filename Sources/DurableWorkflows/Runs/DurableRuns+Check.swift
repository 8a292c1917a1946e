internal import Futures
internal import Workflows

extension DurableRuns {
  /// Finds out what becomes of the runs that have not ended when a process with these workflows
  /// takes them, and changes nothing.
  ///
  /// Call it in a new build before you deploy it, without ``start()``:
  ///
  /// ```swift
  /// let found = try await runs.check()
  /// for runs in found where runs.outcome != .continues { print(runs) }
  /// ```
  ///
  /// A run is compared in the same way as when it is begun. For a chain of steps, its records are
  /// compared with the definition, and those that it reads first are decoded; nothing of the chain
  /// runs. A function is called, in this process and with its input, and is told what is recorded,
  /// up to its last record. The first call behind it ends the function with `CancellationError`: no
  /// step runs, and nothing is recorded, but *the code between the calls is executed*. A function
  /// that has not returned after a minute is ``CheckedRuns/Outcome/unknown``. One that is a part of
  /// a chain is not called.
  ///
  /// What follows the last record is not foreseen, such as a signal of another type that has
  /// arrived and is not read yet.
  ///
  /// - Returns: The runs, sorted into those of which the same becomes; first those that would be
  ///   set aside. Each run that has not ended and was not set aside before counts once.
  /// - Throws: ``UnknownRun`` if a run is removed meanwhile, `CancellationError` if the current
  ///   task is cancelled, and errors from the store.
  public func check() async throws -> [CheckedRuns] {
    let now = try await settings.store.now
    let queues = Set(settings.options.queues.map(\.name))
    return try await check(queues: queues) { [settings] definition in
      guard let workflow = settings.workflows[definition] else { return nil }
      return { id, row in
        let claim = ClaimAnswer.Run(id: id, row: row)
        let session = RunSession(claim, now: now, in: settings, isReplay: true, onWrite: {})
        return await RunExecution(session: session, workflow: workflow, settings: settings).check()
      }
    }
  }

  /// Finds out the same with the definitions of another build, for a tool that has none of its own.
  ///
  /// Records are not decoded, and functions are not called: whether they fit is unknown.
  ///
  /// - Parameter definitions: What ``definitions`` of the other build has returned.
  /// - Returns: The runs, sorted into those of which the same becomes.
  /// - Throws: ``UnknownRun`` if a run is removed meanwhile, and errors from the store.
  @_spi(Stores) public func check(_ definitions: WorkflowDefinitions) async throws -> [CheckedRuns]
  {
    try await check(queues: Set(definitions.queues)) { definition in
      guard let outline = definitions[definition] else { return nil }
      return { _, row in outline.prospect(of: row) }
    }
  }

  /// The definitions of the workflows of this process, for a file with which a tool compares the
  /// runs of a store.
  public var definitions: WorkflowDefinitions {
    WorkflowDefinitions(
      settings.workflows.sorted { $0.key < $1.key }.map { ($0.key, $0.value.outline) },
      queues: settings.options.queues.map(\.name)
    )
  }

  /// Looks at the runs that have not ended.
  ///
  /// - Parameters:
  ///   - queues: The queues whose runs are taken.
  ///   - prospects: Returns what becomes of the runs of a definition; `nil` if nobody takes them.
  /// - Returns: The runs, sorted into those of which the same becomes.
  /// - Throws: ``UnknownRun``, and errors from the store.
  private func check(
    queues: Set<String>,
    _ prospects:
      @escaping @Sendable (WorkflowVersion) -> (
        @Sendable (String, RunStorage.Row) async -> RunProspect
      )?
  ) async throws -> [CheckedRuns] {
    var forecast = RunForecast()
    // Each has its state in memory.
    let limit = settings.options.maxConcurrentRuns
    var query = RunQuery(statuses: [.queued, .waiting, .running], limit: limit)
    while true {
      let page = try await settings.store.list(query)
      let found = try await withThrowingTaskGroup(of: (Int, Found?).self) { group in
        for (index, run) in page.enumerated() {
          let prospect = prospects(WorkflowVersion(run.workflow, version: run.version))
          group.addTask { (index, try await self.found(of: run.id, queues, prospect)) }
        }
        var found = [Found?](repeating: nil, count: page.count)
        for try await (index, one) in group { found[index] = one }
        return found
      }
      for (run, found) in zip(page, found) {
        if let found { forecast.add(run, found.outcome, found.message) }
      }
      if page.count < limit { return forecast.all }
      query.after = page.last?.id
    }
  }

  private typealias Found = (outcome: CheckedRuns.Outcome, message: String?)

  /// Returns what becomes of a run; `nil` if it has ended meanwhile.
  private func found(
    of run: String,
    _ queues: Set<String>,
    _ prospect: (@Sendable (String, RunStorage.Row) async -> RunProspect)?
  ) async throws -> Found? {
    guard let prospect else { return (.notRegistered, "No process of this build takes them.") }
    guard let row = try await settings.store.load(run) else { return nil }
    switch row.state {
    case .ended, .setAside: return nil
    case .ready, .running: break
    }
    let found = await prospect(run, row)
    try Task.checkCancellation()
    switch found {
    case .setAside(let reason): return (.setAside, reason)
    case .unknown(let reason): return (.unknown, reason)
    case .continues, .skips: break
    }
    if let queue = row.queue, !queues.contains(queue) {
      return (.notInQueues, "The queue '\(queue)' is not among those of this process.")
    }
    guard case .skips(let steps) = found else { return (.continues, nil) }
    return (.skipsSteps, "The last record is behind \(steps.quoted), which the run leaves out.")
  }
}
