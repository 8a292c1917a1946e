#if PostgreSQL
@_spi(Stores) package import DurableWorkflows
package import Foundation
internal import Futures

/// The operations of a store in a PostgreSQL database.
package final class PostgreSQLRunStore: RunStorage {
  private let operations: RunOperations
  private let options: PostgreSQLRunStoreOptions
  private let commits: Lane<RunWrite, WriteAnswer>
  private let submissions: Lane<RunSubmission, SubmissionAnswer>
  private let loads: Lane<String, RunRow<Data>?>
  private let sender: HintSender

  /// Opens a store in a database that the client has opened, and creates the tables if they do not
  /// exist.
  package convenience init(
    _ database: any PostgreSQLDatabase,
    options: PostgreSQLRunStoreOptions = PostgreSQLRunStoreOptions()
  ) async throws {
    try await self.init(database, options: options, systemTime: StoreStatements.systemTime)
  }

  /// Opens a store whose clock is an SQL expression.
  package init(
    _ database: any PostgreSQLDatabase,
    options: PostgreSQLRunStoreOptions,
    systemTime: String
  ) async throws {
    let schema = try SchemaName(options.schema)
    let statements = StoreStatements(schema: schema, systemTime: systemTime)
    let operations = RunOperations(database: database, statements: statements)
    self.operations = operations
    self.options = options
    let sender = HintSender(database, schema.channel)
    self.sender = sender
    commits = Lane(limit: 500, key: \.run, performAlone: { try await operations.commit([$0])[0] }) {
      try await operations.commit($0)
    }
    submissions = Lane(limit: 500, key: \.id) { batch in
      let submitted = try await operations.submit(batch)
      if options.listens { for run in submitted.replaced { sender.tell(run) } }
      return submitted.answers
    }
    // A row may be large.
    loads = Lane(limit: 50, key: \.self, performAlone: { try await operations.load([$0])[0] }) {
      try await operations.load($0)
    }
    try await RunSchema.create(database, schema: schema)
  }

  /// The time of the store.
  package var now: StoreTime {
    get async throws { try await shielded { try await $0.now() } }
  }

  /// Adds a run unless a run with its identifier already exists.
  package func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    try RunOperations.requireWhole(run)
    let answer = try await submissions.add(run)
    if answer == .new, run.delay <= .zero { tell(nil) }
    return answer
  }

  /// Adds a run in a transaction of the client unless a run with its identifier already exists.
  package func submit(
    _ run: RunSubmission,
    in session: any PostgreSQLSession
  ) async throws -> SubmissionAnswer {
    try RunOperations.requireWhole(run)
    let submitted = try await operations.submit([run], in: session)
    if submitted.answers[0] == .new, options.listens {
      try await sender.tellDue(in: session, andNewsOf: submitted.replaced)
    }
    return submitted.answers[0]
  }

  /// `true`, because the store keeps queues.
  package var keepsQueues: Bool { true }

  /// Adds runs in one write, except those whose identifier already exists.
  package func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer] {
    for run in runs { try RunOperations.requireWhole(run) }
    if runs.isEmpty { return [] }
    let submitted = try await shielded { try await $0.submit(runs) }
    if submitted.answers.contains(.new) { tell(nil) }
    for run in submitted.replaced { tell(run) }
    return submitted.answers
  }

  /// Gives runs to a worker: runs that are due, and runs whose lease has ended.
  package func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try await shielded { try await $0.claim(request) }
  }

  /// Adds a run, and then gives runs to a worker.
  package func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    try RunOperations.requireWhole(run)
    try RunOperations.requireWhole(request)
    let answer = try await submissions.add(run)
    let claimed = try await claim(request)
    // Other processes need not look for a run that is claimed here.
    let isClaimed = claimed.runs.contains { $0.id == run.id }
    if answer == .new, run.delay <= .zero, !isClaimed { tell(nil) }
    return (answer, claimed)
  }

  /// Extends the leases of all runs that a worker has.
  package func renew(_ worker: String) async throws -> [RunNews] {
    // In its own task, which does not wait for a thread that steps block, nor for other writes.
    try await operations.renew(worker)
  }

  /// Writes the changes that advance a run: all of them or none.
  package func commit(_ write: RunWrite) async throws -> WriteAnswer {
    try RunOperations.requireWhole(write)
    return try await commits.add(write)
  }

  /// Gives back a run that has not ended, so that it is due at once.
  package func release(_ run: String, epoch: Int) async throws {
    try await shielded { try await $0.release(run, epoch: epoch) }
    tell(nil)
  }

  /// Stores a signal for a run and wakes the run if it waits for the signal; the first of a name
  /// stays.
  package func send(
    _ value: Data,
    to signal: String,
    of run: String
  ) async throws -> SignalDelivery {
    let delivery = try await shielded { try await $0.send(value, to: signal, of: run) }
    if delivery == .kept { tell(run) }
    return delivery
  }

  /// Removes a signal that the run has not read, so that another one of its name can be sent.
  package func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try await shielded { try await $0.withdraw(signal, of: run) }
  }

  /// Cancels a run: at once, if no worker has it and it has nothing to undo.
  package func cancel(_ run: String) async throws -> CancellationAnswer {
    let answer = try await shielded { try await $0.cancel(run) }
    if answer == .requested { tell(run) }
    return answer
  }

  /// Keeps workers from beginning a run, or lets them begin it again.
  package func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    let isDone = try await shielded { try await $0.setPaused(isPaused, of: run) }
    if isDone { tell(run) }
    return isDone
  }

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  package func undo(_ run: String) async throws -> CancellationAnswer {
    let answer = try await shielded { try await $0.undo(run) }
    if answer == .requested { tell(run) }
    return answer
  }

  /// Reopens a run that was set aside or has failed, without what was undone, so that it is due
  /// again.
  package func reopen(_ run: String) async throws -> Bool {
    let isOpen = try await shielded { try await $0.reopen(run) }
    if isOpen { tell(nil) }
    return isOpen
  }

  /// Returns the state of a run, or `nil` if the run does not exist.
  package func load(_ run: String) async throws -> RunRow<Data>? {
    try Kept.requireWhole(run)
    return try await loads.add(run)
  }

  /// Returns runs, most recently submitted first.
  package func list(_ query: RunQuery) async throws -> [RunSummary] {
    try await shielded { try await $0.list(query) }
  }

  /// Returns the number of runs by status.
  package func counts() async throws -> [DurableRunStatus: Int] {
    try await shielded { try await $0.counts() }
  }

  /// Removes runs that have ended, oldest end first.
  package func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await shielded { try await $0.removeEnded(olderThan: age.milliseconds, limit: limit) }
  }

  /// Pauses a queue, or resumes it.
  package func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws {
    try await shielded { try await $0.setPaused(isPaused, ofQueue: queue) }
    if !isPaused { tell(nil) }
  }

  /// Sets the limit of a queue that applies in place of those of workers.
  package func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) async throws {
    try await shielded { try await $0.setLimit(maxConcurrentRuns, ofQueue: queue) }
    tell(nil)
  }

  /// Returns the queues with runs that have not ended, and those for which something is set.
  package func queues() async throws -> [QueueSummary] {
    try await shielded { try await $0.queues() }
  }

  /// Adds a schedule or replaces the schedule with its name.
  package func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    let isNew = try await shielded { try await $0.setSchedule(schedule) }
    if isNew { tell(nil) }
    return isNew
  }

  /// Keeps a schedule from being due, or lets it be due again.
  package func setPaused(_ isPaused: Bool, ofSchedule name: String) async throws -> Bool {
    let exists = try await shielded { try await $0.setPaused(isPaused, ofSchedule: name) }
    if exists, !isPaused { tell(nil) }
    return exists
  }

  /// Removes a schedule; its runs stay.
  package func removeSchedule(_ name: String) async throws -> Bool {
    try await shielded { try await $0.removeSchedule(name) }
  }

  /// Returns all schedules, in the order of their names.
  package func schedules() async throws -> [StoredSchedule] {
    try await shielded { try await $0.schedules() }
  }

  /// Adds the runs of a schedule that is due and sets the time at which it is next due.
  package func fire(_ firing: ScheduleFiring) async throws -> [SubmissionAnswer]? {
    let submitted = try await shielded { try await $0.fire(firing) }
    if let submitted, !submitted.answers.isEmpty { tell(nil) }
    for run in submitted?.replaced ?? [] { tell(run) }
    return submitted?.answers
  }

  /// The hints about changes by other processes, from now on.
  package var hints: AsyncStream<RunHint> {
    if !options.listens { return AsyncStream { $0.finish() } }
    let notifications = operations.database.notifications(on: operations.schema.channel)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
      let task = Task { @concurrent [sender] in
        for await notification in notifications {
          if let hint = sender.hint(notification) { continuation.yield(hint) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func tell(_ run: String?) {
    if options.listens { sender.tell(run) }
  }

  /// Carries out an operation, even if the task is cancelled.
  private func shielded<Answer: Sendable>(
    _ body: @escaping @Sendable (RunOperations) async throws -> Answer
  ) async throws -> Answer {
    try await Task { @concurrent [operations] in try await body(operations) }.value
  }
}
#endif
