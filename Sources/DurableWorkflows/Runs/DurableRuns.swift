internal import Foundation
internal import Futures
internal import Workflows

/// The durable runs of a store: submits them, works on them, and tells how they stand.
///
/// ```swift
/// let store = try await SQLiteRunStore(at: file)
/// let runs = try DurableRuns(store: store, workflows: [fulfil.durable()])
/// runs.start()
/// let run = try await runs.submit(fulfil, id: "order-17", input: order)
/// let parcel = try await run.value
/// ```
///
/// A durable run is an ordinary run of a ``Workflows/Workflow`` whose checkpoints are kept in a
/// store. When its process ends, another one on the same store continues behind the last
/// checkpoint: what was recorded never runs again, and what lies between checkpoints runs *at least
/// once*.
///
/// Any number of processes can submit runs to one store, and work on them. A run belongs to one of
/// them at a time, for a lease that it extends; when a process dies, its runs are taken over after
/// the lease.
///
/// The runs live as long as the store. This object has to live as long as it works: keep it, and
/// call ``stop(within:)`` before you let it go. One that is released gives its runs back at once,
/// and their steps are cancelled.
public final class DurableRuns: Sendable {
  struct Settings: Sendable {
    let store: any RunStore
    let workflows: [String: DurableWorkflow]
    let options: DurableRunsOptions
    let codec: any RunCodec
    let clock: any Clock<Duration>
    let report: @Sendable (DurableRunsEvent) -> Void
  }

  struct Work {
    var task: Task<Void, Never>?
    var isStopping = false
    /// Whether to start again when the work has stopped.
    var startsAgain = false
    /// Whether runs are worked on one at a time, because one of them may end the process.
    var isCareful = false
    /// Whether leases could not be extended the last time.
    var hasFailedToRenew = false
    /// How many times this process has asked for runs, and whether it does now.
    var claims = 0
    var isClaiming = false
    /// Whether the pause before leases are extended is to be counted anew.
    var isRecounting = false
    var runs: [String: (session: RunSession, task: Task<Void, Never>)] = [:]
    /// Those that await the end of a run.
    var waiters: [String: [Int: Promise<Void, Never>]] = [:]
    var lastWaiter = 0
  }

  let settings: Settings
  /// The name of this process among those that work on the store.
  let worker = "\(UUID())"
  let work = Locked(Work())
  let claims = WakeUp()
  let renewals = WakeUp()

  /// Creates the runs of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - workflows: The workflows that this process knows. It works on runs of these only.
  ///   - options: How it works.
  ///   - codec: How inputs, outputs and signals are encoded.
  ///   - clock: The clock of pauses, in which nothing is stamped.
  ///   - onEvent: Called with what happens, on any thread.
  /// - Throws: ``WorkflowsRefused`` with all that is wrong with the workflows.
  public convenience init(
    store: any RunStore,
    workflows: [DurableWorkflow],
    options: DurableRunsOptions = DurableRunsOptions(),
    codec: any RunCodec = JSONRunCodec(),
    clock: any Clock<Duration> = ContinuousClock(),
    onEvent: @escaping @Sendable (DurableRunsEvent) -> Void = { _ in }
  ) throws(WorkflowsRefused) {
    var problems: [String] = []
    var known: [String: DurableWorkflow] = [:]
    for workflow in workflows {
      problems += workflow.outline.problems.map { "\(workflow.key): \($0)" }
      if known.updateValue(workflow, forKey: workflow.key) != nil {
        problems.append("\(workflow.key): It is there twice. Give one another name or version.")
      }
    }
    if !problems.isEmpty { throw WorkflowsRefused(problems: problems) }
    self.init(
      Settings(
        store: store,
        workflows: known,
        options: options.withinRange,
        codec: codec,
        clock: clock,
        report: onEvent
      )
    )
  }

  init(_ settings: Settings) { self.settings = settings }

  /// Gives back the runs that this process has.
  deinit {
    let (task, runs) = work.withLock { ($0.task, Array($0.runs.values)) }
    task?.cancel()
    claims.wake()
    renewals.wake()
    for run in runs { run.session.depart(.drained) }
  }
}

// MARK: - Working

extension DurableRuns {
  /// Begins to work on runs that are due, here and from now on.
  ///
  /// Without it, this process submits runs, and others work on them. Nothing happens if it works
  /// already.
  public func start() {
    work.withLock { work in
      if work.isStopping { work.startsAgain = true }
      if work.task != nil || work.isStopping { return }
      work.task = unstructured { [weak self, settings, claims, renewals] in
        await withTaskGroup { group in
          group.addTask { [weak self] in
            while let pause = await self?.claim() {
              await claims.pause(for: pause, clock: settings.clock)
            }
          }
          group.addTask { [weak self] in
            while let pause = self?.pauseBeforeRenewal {
              await renewals.pause(for: pause.time, clock: settings.clock)
              await self?.renewIfDue()
            }
          }
        }
      }
    }
    claims.wake()
  }

  /// Stops to work: takes no more runs, and gives back those that it has.
  ///
  /// A run is given back at its next checkpoint, or when the time is over; another process
  /// continues it, and nothing of it is undone. This returns a second after the time at the latest,
  /// also if a step ignores that it is cancelled.
  ///
  /// - Parameter duration: How long to wait for checkpoints.
  public func stop(within duration: Duration = .seconds(5)) async {
    let (task, runs) = work.withLock { work in
      work.isStopping = true
      work.startsAgain = false
      return (work.task, Array(work.runs.values))
    }
    claims.wake()
    for run in runs { run.session.drain() }
    await ended(runs, within: duration)
    for run in runs { run.session.depart(.drained) }
    // Time to notice that they are cancelled, for steps that do.
    await ended(runs, within: .seconds(1))
    // Those of steps that do not.
    for run in work.withLock({ Array($0.runs.values) }) {
      await release(run.session.id, epoch: run.session.epoch)
    }
    renewals.wake()
    await task?.value
    let startsAgain = work.withLock { work in
      (work.task, work.isStopping) = (nil, false)
      return work.startsAgain
    }
    if startsAgain { start() }
  }

  /// Waits until this process no longer works on runs, or a time is over.
  private func ended(
    _ runs: [(session: RunSession, task: Task<Void, Never>)],
    within duration: Duration
  ) async {
    let promise = Promise<Void, Never>()
    let limit = CancellationSource()
    defer { limit.cancel() }
    Future<Void, any Error>.after(duration, clock: settings.clock, cancellation: limit.token)
      .onSuccess(on: .inline) { promise.succeed() }
    unstructured {
      for run in runs { await run.task.value }
      promise.succeed()
    }
    await promise.future.value
  }

  private func release(_ run: String, epoch: Int) async {
    await Self.release(run, epoch: epoch, in: settings)
  }

  private static func release(_ run: String, epoch: Int, in settings: Settings) async {
    do {
      try await settings.store.release(run, epoch: epoch)
    } catch {
      settings.report(.storeFailed(run: run, error: error))
    }
  }

  /// Takes runs that are due.
  ///
  /// - Returns: How long to pause before the next time; `nil` to stop.
  private func claim() async -> Duration? {
    let (isStopping, isCareful, count) = work.withLock {
      ($0.isStopping, $0.isCareful, $0.runs.count)
    }
    if isStopping || Task.isCancelled { return nil }
    let free = (isCareful ? 1 : settings.options.maxConcurrentRuns) - count
    guard free > 0 else { return settings.options.pollInterval }
    let request = ClaimRequest(
      worker: worker,
      workflows: Set(settings.workflows.keys),
      lease: settings.options.lease,
      limit: free,
      maxFruitlessClaims: settings.options.maxFruitlessClaims
    )
    work.withLock { work in
      work.claims += 1
      work.isClaiming = true
    }
    defer { work.withLock { $0.isClaiming = false } }
    do {
      let answer = try await settings.store.claim(request)
      for run in answer.setAside {
        let reason = "It was begun \(request.maxFruitlessClaims) times, and never got on."
        settings.report(.setAside(run: run, reason: reason))
      }
      for run in await withoutSuspects(answer.runs, isAlone: count == 0)
      where !begin(run, now: answer.now) {
        await release(run.id, epoch: run.row.epoch)
      }
      let next = answer.nextDue.map { Duration.milliseconds(max(1, $0 - answer.now)) }
      return min(settings.options.pollInterval, next ?? settings.options.pollInterval)
    } catch {
      settings.report(.storeFailed(run: nil, error: error))
      return settings.options.pollInterval
    }
  }

  /// Gives back runs that have ended their processes before, if others would be with them here.
  ///
  /// They are taken again one at a time, until none is due: the one that is at fault ends the
  /// process alone, and is set aside at last.
  private func withoutSuspects(
    _ runs: [ClaimAnswer.Run],
    isAlone: Bool
  ) async -> [ClaimAnswer.Run] {
    let suspects = runs.filter { $0.row.fruitlessClaims > 2 }
    work.withLock { work in
      if !suspects.isEmpty { work.isCareful = true } else if runs.isEmpty { work.isCareful = false }
    }
    if suspects.isEmpty || isAlone && runs.count == 1 { return runs }
    for run in suspects { await release(run.id, epoch: run.row.epoch) }
    return runs.filter { $0.row.fruitlessClaims <= 2 }
  }

  /// Begins to work on a run.
  ///
  /// - Returns: Whether it was begun; not if this process stops to work.
  private func begin(_ run: ClaimAnswer.Run, now: StoreTime) -> Bool {
    guard let workflow = settings.workflows[run.row.workflow] else { return false }
    let session = RunSession(run, now: now, in: settings)
    let execution = RunExecution(session: session, workflow: workflow, codec: settings.codec)
    // What an earlier claim has left is lost by now.
    work.withLock { $0.runs[run.id] }?.session.depart(.lost)
    settings.report(.claimed(run: run.id, epoch: run.row.epoch))
    let (isBegun, isFirst) = work.withLock { work in
      if work.isStopping { return (false, false) }
      let isFirst = work.runs.isEmpty
      let task = unstructured { [weak self, settings] in
        await execution.run()
        if case .drained? = session.departure {
          await Self.release(session.id, epoch: session.epoch, in: settings)
        }
        self?.didEnd(session)
      }
      work.runs[run.id] = (session, task)
      if isFirst { work.isRecounting = true }
      return (true, isFirst)
    }
    if isFirst { renewals.wake() }
    return isBegun
  }

  private func didEnd(_ session: RunSession) {
    let waiters = work.withLock { work in
      if work.runs[session.id]?.session === session { work.runs[session.id] = nil }
      return work.waiters[session.id].map { Array($0.values) } ?? []
    }
    switch session.departure {
    case .parked: settings.report(.parked(run: session.id))
    case .lost, nil: settings.report(.lost(run: session.id))
    case .drained: settings.report(.released(run: session.id))
    case .setAside(let reason): settings.report(.setAside(run: session.id, reason: reason))
    case .ended: settings.report(.ended(run: session.id))
    }
    for waiter in waiters { waiter.succeed() }
    claims.wake()
  }

  private struct RenewalPause {
    /// The time; `nil` until this process has a run.
    let time: Duration?
  }

  /// How long to wait before leases are extended; `nil` to end.
  private var pauseBeforeRenewal: RenewalPause? {
    if Task.isCancelled { return nil }
    let lease = settings.options.lease
    return work.withLock { work in
      // Without runs there is nothing to extend, and nobody is woken for it.
      if !work.runs.values.contains(where: { !$0.session.isLeft }) {
        return work.isStopping ? nil : RenewalPause(time: nil)
      }
      return RenewalPause(time: work.hasFailedToRenew ? lease / 30 : lease / 3)
    }
  }

  /// Extends leases, unless this was woken only to have a look at the time.
  private func renewIfDue() async {
    let isDue = work.withLock { work in
      defer { work.isRecounting = false }
      return !work.isRecounting
    }
    if isDue { await renew() }
  }

  /// Extends the leases of the runs that this process has.
  private func renew() async {
    let (sessions, claims) = work.withLock { work in
      (work.runs.values.map(\.session).filter { !$0.isLeft }, work.claims)
    }
    if sessions.isEmpty { return }
    do {
      let news = try await settings.store.renew(worker)
      work.withLock { $0.hasFailedToRenew = false }
      let byRun = Dictionary(news.map { ($0.id, $0) }) { one, _ in one }
      for session in sessions {
        if let news = byRun[session.id], news.epoch == session.epoch {
          session.adopt(news)
        } else if !session.isWriting {
          // A write that was not answered may have ended the run; its repetition tells.
          session.depart(.lost)
        }
      }
      await releaseOrphans(among: news, since: claims)
    } catch {
      settings.report(.storeFailed(run: nil, error: error))
      work.withLock { $0.hasFailedToRenew = true }
      // Before another process takes them over.
      let limit = settings.options.lease * 9 / 10
      for session in sessions where session.silence > limit { session.depart(.lost) }
    }
  }

  /// Gives back runs that the store takes for those of this process, and that nobody here works on:
  /// the answer of a claim was lost, or the last write of a run that was left.
  private func releaseOrphans(among news: [RunNews], since claims: Int) async {
    let orphans = work.withLock { work in
      // A claim that was under way meanwhile has runs that are not begun yet.
      work.isClaiming || work.claims != claims
        ? [] : news.filter { work.runs[$0.id]?.session.isLeft ?? true }
    }
    for orphan in orphans { await release(orphan.id, epoch: orphan.epoch) }
  }

  /// Looks for news of a run at once, if this process has it, and for runs that are due.
  func look(for run: String) {
    if work.withLock({ $0.runs[run] != nil }) { renewals.wake() }
    claims.wake()
  }

  /// Waits until this process has worked on a run, or the poll interval is over.
  func pauseUntilNews(of run: String) async throws {
    let promise = Promise<Void, Never>()
    let number = work.withLock { work in
      work.lastWaiter += 1
      work.waiters[run, default: [:]][work.lastWaiter] = promise
      return work.lastWaiter
    }
    let timer = CancellationSource()
    defer {
      timer.cancel()
      work.withLock { work in
        work.waiters[run]?[number] = nil
        if work.waiters[run]?.isEmpty == true { work.waiters[run] = nil }
      }
    }
    Future<Void, any Error>
      .after(settings.options.pollInterval, clock: settings.clock, cancellation: timer.token)
      .onSuccess(on: .inline) { promise.succeed() }
    await withTaskCancellationHandler {
      await promise.future.value
    } onCancel: {
      promise.succeed()
    }
    try Task.checkCancellation()
  }
}

// MARK: - For tests

extension DurableRuns {
  /// Leaves all runs as they are, as if the process had ended.
  func abandon() {
    let runs = work.withLock { work in
      work.isStopping = true
      return Array(work.runs.values)
    }
    for run in runs { run.session.depart(.lost) }
    claims.wake()
    renewals.wake()
  }

  /// Waits until nothing runs any more.
  func abandoned() async {
    let (task, runs) = work.withLock { ($0.task, Array($0.runs.values)) }
    for run in runs { await run.task.value }
    await task?.value
  }
}
