internal import Futures
internal import Workflows

// Claims runs from the store and works on them.

extension DurableRuns {
  /// Claims runs that are due.
  ///
  /// - Returns: The pause before the next claim; `nil` to stop.
  func claim() async -> Duration? {
    await renewIfLate()
    let limit = settings.options.maxConcurrentRuns
    let time = elapsed()
    work.withLock { $0.endCare(begunBefore: time - settings.options.lease) }
    let (isStopping, count) = work.withLock { work in
      work.isStopping || Task.isCancelled ? (true, nil) : (false, work.beginClaim(limit: limit))
    }
    if isStopping { return nil }
    guard let count else { return settings.options.pollInterval }
    defer { work.withLock { $0.endClaim(of: count) } }
    do {
      let known = Set(settings.workflows.keys)
      let answer = try await settings.store.claim(request(for: count, of: known))
      let duration = elapsed() - time
      let hasSchedules = answer.nextSchedule != nil || !answer.schedules.isEmpty
      work.withLock { work in
        work.noteClaim(of: answer.runs.count, took: duration, lease: settings.options.lease)
        work.hasSchedules = hasSchedules
      }
      let hasBegun = await begin(answer)
      return pause(after: answer, hasRoom: count > 0, hasBegun)
    } catch {
      settings.report(.storeFailed(run: nil, error: error))
      return settings.options.pollInterval
    }
  }

  /// Adds a run to the store, and claims it in the same transaction if this process has room for
  /// it.
  ///
  /// - Parameter submission: The run.
  /// - Returns: Whether it is new, and if not, whether it is the same.
  /// - Throws: An error from the store.
  func submit(_ submission: RunSubmission) async throws -> SubmissionAnswer {
    let limit = settings.options.maxConcurrentRuns
    guard let count = work.withLock({ $0.beginClaimOfOne(limit: limit) }) else {
      let answer = try await settings.store.submit(submission)
      look(for: submission.id)
      return answer
    }
    defer { work.withLock { $0.endClaim(of: count) } }
    // Only of its own workflow, because a store searches for the runs of each workflow separately.
    let request = request(for: count, of: [submission.definition])
    let (submitted, claimed) = try await settings.store.submit(submission, claiming: request)
    let hasBegun = await begin(claimed)
    if submitted != .new {
      look(for: submission.id)
    } else if pause(after: claimed, hasRoom: true, hasBegun) < settings.options.pollInterval {
      claims.wake()
    }
    return submitted
  }

  private func request(for count: Int, of workflows: Set<WorkflowVersion>) -> ClaimRequest {
    ClaimRequest(
      worker: worker,
      workflows: workflows,
      lease: settings.options.lease,
      limit: count,
      maxFruitlessClaims: settings.options.maxFruitlessClaims,
      queues: settings.options.queues,
      skipsOwnRuns: work.withLock { work in work.runs.values.contains { !$0.session.hasDeparted } }
    )
  }

  /// Returns the pause until runs or schedules are due again, according to an answer.
  ///
  /// Without room, a run that is due waits for another run to end. If nothing was begun although
  /// something is due, it is no use to ask again at once.
  private func pause(after answer: ClaimAnswer, hasRoom: Bool, _ hasBegun: Bool) -> Duration {
    let most = settings.options.pollInterval
    let due = [hasRoom ? answer.nextDue : nil, answer.nextSchedule].compactMap(\.self).min()
    guard let due else { return most }
    if due > answer.now { return min(most, .milliseconds(due - answer.now)) }
    return hasBegun ? .milliseconds(1) : most
  }

  /// Begins to work on the runs of an answer and submits the runs of its schedules.
  ///
  /// - Returns: Whether there were any, or a claim at once may return others.
  private func begin(_ answer: ClaimAnswer) async -> Bool {
    for run in answer.setAside {
      // How far it got says the run, if it can be read.
      let known = (try? await settings.store.load(run))?.reasonSetAside
      let reason = known ?? FruitlessClaims.reason(settings.options.maxFruitlessClaims)
      settings.report(.setAside(run: run, reason: reason))
    }
    let runs = await withoutSuspects(answer.runs)
    for run in runs where !begin(run, now: answer.now) {
      await release(run.id, epoch: run.row.epoch)
      settings.report(.released(run: run.id), of: run.row, at: answer.now)
    }
    await fire(answer.schedules, now: answer.now)
    if !runs.isEmpty || !answer.schedules.isEmpty { return true }
    // Suspects were given back, of which one at a time may begin if this process has no run.
    return !answer.runs.isEmpty && work.withLock { $0.runs.isEmpty }
  }

  /// Gives back runs that have ended their processes before, if other runs would run beside them
  /// here.
  ///
  /// For the duration of a lease, or until a suspect has ended here, runs are then claimed one at a
  /// time: the run at fault ends the process alone and is eventually set aside.
  private func withoutSuspects(
    _ runs: [ClaimAnswer.Run]
  ) async -> [ClaimAnswer.Run] {
    let suspects = runs.filter(\.isSuspect)
    let time = elapsed()
    let isAlone = work.withLock { work in
      if suspects.isEmpty {
        work.noteInnocent(runs.count)
      } else {
        work.beginCare(limit: settings.options.maxConcurrentRuns, at: time)
      }
      return work.runs.isEmpty
    }
    if suspects.isEmpty || isAlone && runs.count == 1 { return runs }
    for run in suspects { await release(run.id, epoch: run.row.epoch) }
    return runs.filter { !$0.isSuspect }
  }

  /// Begins to work on a run.
  ///
  /// - Returns: Whether the run was begun; `false` if this process is stopping, or the run was
  ///   paused while a process had it that has ended since.
  private func begin(_ run: ClaimAnswer.Run, now: StoreTime) -> Bool {
    guard let workflow = settings.workflows[run.row.definition], !run.row.isPaused else {
      return false
    }
    let session = RunSession(
      run,
      now: now,
      in: settings,
      onSend: { [weak self] in self?.look(for: $0) },
      onWrite: { [weak self] in self?.tellNews(of: run.id) }
    )
    session.whenStuck.withLock { whenStuck in
      whenStuck = { [weak self, weak session] in
        if let session { self?.didEnd(session, wasSuspect: run.isSuspect) }
      }
    }
    let execution = RunExecution(session: session, workflow: workflow, settings: settings)
    // A session of an earlier claim has lost the run by now.
    let identity = RunIdentity(run.id)
    work.withLock { $0.runs[identity] }?.session.depart(.lost)
    settings.report(.claimed(run: run.id, epoch: run.row.epoch), of: run.row, at: now)
    let time = elapsed()
    let (isBegun, wakesRenewals) = work.withLock { work in
      // A submission may claim a run after this process has stopped.
      guard work.isWorking, let origin = work.origin else { return (false, false) }
      let task = origin.start { [weak self, settings] in
        let function = workflow.outline.kind == .function ? session.makeExecutor() : nil
        return unstructured(on: function) { [weak self] in
          let ending = await execution.run(in: self?.task(of: session))
          let finish = { @Sendable [weak self] in
            await execution.finish(ending.rest)
            if case .drained? = session.departure {
              await Self.release(session.id, epoch: session.epoch, in: settings)
            }
            self?.didEnd(session, wasSuspect: run.isSuspect)
            if let parent = await settings.tellParent(of: session) { self?.look(for: parent) }
          }
          // It must not be cancelled with the steps, nor by a step that cancels its own task.
          if ending.isCancelled || Task.isCancelled {
            await unstructured(finish).value
          } else {
            await finish()
          }
        }
      }
      work.runs[identity] = RunWork.Own(
        session: session,
        task: task,
        isSuspect: run.isSuspect
      )
      return (true, work.resumeRenewals(at: time))
    }
    if wakesRenewals { renewals.wake() }
    return isBegun
  }

  /// Returns the task of a run that this process has.
  private func task(of session: RunSession) -> Task<Void, Never>? {
    work.withLock { work in
      let own = work.runs[RunIdentity(session.id)]
      return own?.session === session ? own?.task : nil
    }
  }

  private func didEnd(_ session: RunSession, wasSuspect: Bool) {
    if !session.beginToTell() { return }
    let wasFull = work.withLock { work in
      defer { if wasSuspect { work.endCare() } }
      let wasFull = work.isFull(settings.options.maxConcurrentRuns)
      let identity = RunIdentity(session.id)
      if work.runs[identity]?.session === session { work.runs[identity] = nil }
      return wasFull
    }
    var isEnd = false
    let event: DurableRunsEvent
    switch session.departure {
    case .parked: event = .parked(run: session.id)
    case .lost, nil: event = .lost(run: session.id)
    case .drained: event = .released(run: session.id)
    case .setAside(let reason): event = .setAside(run: session.id, reason: reason)
    case .ended:
      event = .ended(run: session.id)
      isEnd = true
    }
    settings.report(event, of: session.row, at: session.now)
    session.tellEnd()
    tellNews(of: session.id)
    // After a run ends, others are due only if they had no room, here or in a queue.
    if wasFull || !isEnd || !settings.options.queues.isEmpty { claims.wake() }
  }
}

extension ClaimAnswer.Run {
  /// Whether two processes in a row have ended while they had the run.
  fileprivate var isSuspect: Bool { row.fruitlessClaims > 2 }
}
