@_spi(Stores) package import DurableWorkflows
package import Foundation
internal import Futures
internal import Workflows

/// The operations of a store of tests, whose time is that of a clock or moved by hand.
package final class InMemoryRunStore: RunStorage {
  private let table: Locked<RunTable<Data>>
  /// The time that has elapsed on the clock; `passed` is the part that the store has taken into
  /// account.
  private let elapsed: @Sendable () -> Duration
  private let passed = Locked(0)

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - now: The time of the store, in milliseconds since 1970.
  ///   - clock: The clock that advances the time of the store. Without one, time passes only when
  ///     you call ``advance(by:)``.
  package init(now: StoreTime = 0, clock: (any Clock<Duration>)? = nil) {
    table = Locked(RunTable(now: now))
    if let clock { elapsed = stopwatch(clock) } else { elapsed = { .zero } }
  }

  /// The time of the store.
  package var now: StoreTime { withTable { $0.now } }

  /// Advances the time of the store.
  ///
  /// - Parameter duration: The duration; nothing happens if it is negative.
  package func advance(by duration: Duration) {
    withTable { $0.advance(to: $0.now + duration.milliseconds) }
  }

  private func withTable<Result: Sendable, Failure: Error>(
    _ body: (inout sending RunTable<Data>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Whole milliseconds, rounded down, so that many short steps do not exceed their sum.
    let elapsed = elapsed().wholeMilliseconds
    let step = passed.withLock { passed in
      defer { passed = max(passed, elapsed) }
      return elapsed - passed
    }
    return try table.withLock { table throws(Failure) in
      table.advance(to: table.now + step)
      return try body(&table)
    }
  }

  /// `true`, because the store keeps queues.
  package var keepsQueues: Bool { true }

  /// Adds a run unless a run with its identifier already exists.
  package func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    withTable { Self.submit(run, to: &$0) }
  }

  /// Gives runs to a worker: runs that are due, and runs whose lease has ended.
  package func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    withTable { Self.claim(request, from: &$0) }
  }

  /// Adds a run and gives runs to a worker atomically.
  package func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    withTable { (Self.submit(run, to: &$0), Self.claim(request, from: &$0)) }
  }

  /// Adds runs in one write, except those whose identifier already exists.
  package func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer] {
    withTable { table in runs.map { Self.submit($0, to: &table) } }
  }

  private static func submit(
    _ run: RunSubmission,
    to table: inout RunTable<Data>
  ) -> SubmissionAnswer {
    let answer = table.submit(
      run.id,
      of: run.definition,
      input: run.input,
      after: run.delay.milliseconds,
      timeLimit: run.timeLimit?.milliseconds,
      records: run.records,
      signals: run.signals,
      tags: run.tags,
      place: run.place
    )
    switch answer {
    case .new: return .new
    case .same: return .same
    case .otherInput: return .different
    case .taken(by: let other): return .taken(by: other)
    }
  }

  private static func claim(
    _ request: ClaimRequest,
    from table: inout RunTable<Data>
  ) -> ClaimAnswer {
    var runs: [ClaimAnswer.Run] = []
    var setAside: [String] = []
    while runs.count < request.limit,
      let claim = table.claim(
        of: request.workflows,
        by: request.worker,
        lease: request.lease.milliseconds,
        limit: request.maxFruitlessClaims,
        queues: request.queues,
        skipsOwn: request.skipsOwnRuns,
        setAside: { setAside.append($0) }
      )
    {
      runs.append(ClaimAnswer.Run(id: claim.run, row: claim.row))
    }
    let schedules = table.dueSchedules(of: request.workflows)
    return ClaimAnswer(
      runs: runs,
      setAside: setAside,
      now: table.now,
      nextDue: table.nextDue(
        of: request.workflows,
        queues: request.queues,
        for: request.worker
      ),
      schedules: schedules.due,
      nextSchedule: schedules.next
    )
  }

  /// Extends the leases of all runs that a worker has.
  package func renew(_ worker: String) async throws -> [RunNews] {
    withTable { table in
      table.renewAll(of: worker).map { claim in
        RunNews(
          id: claim.run,
          epoch: claim.row.epoch,
          now: table.now,
          isCancelRequested: claim.row.isCancelRequested,
          isPaused: claim.row.isPaused,
          signals: claim.row.signals
        )
      }
    }
  }

  /// Writes the changes that advance a run: all of them or none.
  package func commit(_ write: RunWrite) async throws -> WriteAnswer {
    withTable { table in
      let answer = table.commit(
        write.run,
        epoch: write.epoch,
        token: write.token,
        write.changes,
        write.continuation
      )
      switch answer {
      case .kept: return .kept(at: table.now)
      case .lost: return .lost
      case .cancelled: return .cancelled
      }
    }
  }

  /// Gives back a run that has not ended, so that it is due at once.
  package func release(_ run: String, epoch: Int) async throws {
    withTable { $0.release(run, epoch: epoch) }
  }

  /// Stores a signal for a run and wakes the run if it waits for the signal; the first of a name
  /// stays.
  package func send(
    _ value: Data,
    to signal: String,
    of run: String
  ) async throws -> SignalDelivery {
    withTable { $0.send(value, to: signal, of: run) }
  }

  /// Removes a signal that the run has not read, so that another one of its name can be sent.
  package func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    withTable { $0.withdraw(signal, of: run) }
  }

  /// Cancels a run: at once, if no worker has it and it has nothing to undo.
  package func cancel(_ run: String) async throws -> CancellationAnswer {
    withTable { $0.cancel(run) }
  }

  /// Keeps workers from beginning a run, or lets them begin it again.
  package func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    withTable { $0.setPaused(isPaused, of: run) }
  }

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  package func undo(_ run: String) async throws -> CancellationAnswer {
    withTable { $0.undo(run) }
  }

  /// Reopens a run that was set aside or has failed, without what was undone, so that it is due
  /// again.
  package func reopen(_ run: String) async throws -> Bool { withTable { $0.reopen(run) } }

  /// Returns the state of a run, or `nil` if the run does not exist.
  package func load(_ run: String) async throws -> Row? { withTable { $0.runs[run] } }

  /// Returns runs, most recently submitted first.
  package func list(_ query: RunQuery) async throws -> [RunSummary] {
    try withTable { table throws(UnknownRun) in
      let all = table.runs.sorted { ($0.value.submitted, $0.key) > ($1.value.submitted, $1.key) }
      var behind = 0
      if let after = query.after {
        guard let index = all.firstIndex(where: { $0.key == after }) else {
          throw UnknownRun(run: after)
        }
        behind = index + 1
      }
      let now = table.now
      let matching = all[behind...].lazy.filter { id, row in query.selects(id, row, at: now) }
      return matching.prefix(max(0, query.limit)).map { id, row in
        RunSummary(id, row, now: now)
      }
    }
  }

  /// Returns the number of runs by status.
  package func counts() async throws -> [DurableRunStatus: Int] {
    withTable { table in
      table.runs.values.reduce(into: [:]) { $0[$1.status(at: table.now), default: 0] += 1 }
    }
  }

  /// Removes runs that have ended, oldest end first.
  package func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    withTable { $0.removeEnded(before: $0.now - age.milliseconds, limit: limit) }
  }

  /// Pauses a queue, or resumes it.
  package func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws {
    withTable { $0.setPaused(isPaused, ofQueue: queue) }
  }

  /// Sets the limit of a queue that applies in place of those of workers.
  package func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) async throws {
    withTable { $0.setLimit(maxConcurrentRuns, ofQueue: queue) }
  }

  /// Returns the queues with runs that have not ended, and those for which something is set.
  package func queues() async throws -> [QueueSummary] { withTable { $0.queues() } }

  /// Adds a schedule or replaces the schedule with its name.
  package func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    withTable { $0.setSchedule(schedule) }
  }

  /// Keeps a schedule from being due, or lets it be due again.
  package func setPaused(_ isPaused: Bool, ofSchedule name: String) async throws -> Bool {
    withTable { $0.setPaused(isPaused, ofSchedule: name) }
  }

  /// Removes a schedule; its runs stay.
  package func removeSchedule(_ name: String) async throws -> Bool {
    withTable { $0.removeSchedule(name) }
  }

  /// Returns all schedules, in the order of their names.
  package func schedules() async throws -> [StoredSchedule] {
    withTable { $0.schedules.values.sorted { $0.name < $1.name } }
  }

  /// Adds the runs of a schedule that is due and sets the time at which it is next due.
  package func fire(_ firing: ScheduleFiring) async throws -> [SubmissionAnswer]? {
    withTable { table in
      table.fire(firing.schedule, revision: firing.revision, next: firing.next) { table in
        firing.runs.map { Self.submit($0, to: &table) }
      }
    }
  }
}

extension RunQuery {
  /// Whether the query asks for a run, apart from its place in the list.
  fileprivate func selects(_ id: String, _ row: RunRow<Data>, at now: StoreTime) -> Bool {
    if !statuses.isEmpty, !statuses.contains(row.status(at: now)) { return false }
    if let workflow, workflow != row.workflow { return false }
    if let version, version != row.version { return false }
    if let idPrefix, !id.utf8.starts(with: idPrefix.utf8) { return false }
    if let queue, queue != row.queue { return false }
    if !tags.allSatisfy({ row.tags[$0.key] == $0.value }) { return false }
    if let partition, row.queue == nil || partition != row.partition { return false }
    return submitted?.contains(row.submitted) ?? true
  }
}
