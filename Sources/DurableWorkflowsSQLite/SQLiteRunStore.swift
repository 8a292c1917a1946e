#if SQLite
@_spi(Stores) package import DurableWorkflows
package import Foundation
package import GRDB

/// The operations of a store in a file or in a database of the client.
package final class SQLiteRunStore: RunStorage {
  /// The database.
  package let writer: any DatabaseWriter
  private let clock: StoreClock
  private let writes: WriteGroup

  /// Opens a store in a file, and creates the file if it does not exist.
  package convenience init(
    at file: URL,
    options: SQLiteRunStoreOptions = SQLiteRunStoreOptions()
  ) async throws {
    try await self.init(at: file, options: options, clock: .own)
  }

  /// Opens a store in a file that is only read.
  package convenience init(reading file: URL) async throws {
    try await self.init(RunFile.openToRead(file), clock: .own)
  }

  /// Opens a store in a database that the client has opened.
  package convenience init(_ database: any DatabaseWriter) async throws {
    if database.configuration.readonly {
      throw SQLiteRunStoreError(.readOnly, file: database.path)
    }
    try await self.init(database, clock: .own)
  }

  /// Opens a store in a file with custom clocks.
  convenience init(
    at file: URL,
    options: SQLiteRunStoreOptions = SQLiteRunStoreOptions(),
    clock: MachineClock
  ) async throws {
    try await self.init(RunFile.open(file, options), clock: clock)
  }

  /// Opens a store in a database with custom clocks.
  init(_ database: any DatabaseWriter, clock: MachineClock) async throws {
    writer = database
    writes = WriteGroup(database)
    self.clock = StoreClock(clock)
    let file = database.path
    let isReadOnly = database.configuration.readonly
    let prepare: @Sendable (Database) throws -> Void = { db in
      do {
        if isReadOnly {
          try RunSchema.requireTables(db, file: file)
        } else {
          try RunSchema.create(db, file: file)
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // Tables with the names of the store's, and other columns, or only some of them.
        throw SQLiteRunStoreError(.foreign, file: file, detail: error.message ?? "")
      }
    }
    if isReadOnly {
      try await database.snapshot(prepare)
    } else {
      try await transaction(prepare)
    }
  }

  /// The time of the store.
  package var now: StoreTime {
    get async throws { try await read { $0.now } }
  }

  /// Returns the date of the machine at a time of the store.
  package func date(at time: StoreTime) -> StoreTime { time.after(clock.shift) }

  /// Adds a run unless a run with its identifier already exists.
  package func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    try await write { try $0.submit(run) }
  }

  /// `true`, because the store keeps queues.
  package var keepsQueues: Bool { true }

  /// Adds runs in one write, except those whose identifier already exists.
  package func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer] {
    try await write { transaction in try runs.map { try transaction.submit($0) } }
  }

  /// Adds a run in a transaction of the client unless a run with its identifier already exists.
  package func submit(_ run: RunSubmission, in db: Database) throws -> SubmissionAnswer {
    var answer = SubmissionAnswer.different
    try db.inSavepoint {
      let transaction = try RunTransaction(db, clock)
      answer = try transaction.submit(run)
      try transaction.finish()
      return .commit
    }
    return answer
  }

  /// Gives runs to a worker: runs that are due, and runs whose lease has ended.
  package func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try await write { try $0.claim(request) }
  }

  /// Adds a run and gives runs to a worker in one transaction.
  package func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    try await write { (try $0.submit(run), try $0.claim(request)) }
  }

  /// Extends the leases of all runs that a worker has.
  package func renew(_ worker: String) async throws -> [RunNews] {
    try await write { try $0.renew(worker) }
  }

  /// Writes the changes that advance a run: all of them or none.
  package func commit(_ write: RunWrite) async throws -> WriteAnswer {
    try await self.write { try $0.commit(write) }
  }

  /// Gives back a run that has not ended, so that it is due at once.
  package func release(_ run: String, epoch: Int) async throws {
    try await write { try $0.release(run, epoch: epoch) }
  }

  /// Stores a signal for a run and wakes the run if it waits for the signal; the first of a name
  /// stays.
  package func send(
    _ value: Data,
    to signal: String,
    of run: String
  ) async throws -> SignalDelivery {
    try await write { try $0.send(value, to: signal, of: run) }
  }

  /// Removes a signal that the run has not read, so that another one of its name can be sent.
  package func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try await write { try $0.withdraw(signal, of: run) }
  }

  /// Cancels a run: at once, if no worker has it and it has nothing to undo.
  package func cancel(_ run: String) async throws -> CancellationAnswer {
    try await write { try $0.cancel(run) }
  }

  /// Keeps workers from beginning a run, or lets them begin it again.
  package func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    try await write { try $0.setPaused(isPaused, of: run) }
  }

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  package func undo(_ run: String) async throws -> CancellationAnswer {
    try await write { try $0.undo(run) }
  }

  /// Reopens a run that was set aside or has failed, without what was undone, so that it is due
  /// again.
  package func reopen(_ run: String) async throws -> Bool { try await write { try $0.reopen(run) } }

  /// Returns the state of a run, or `nil` if the run does not exist.
  package func load(_ run: String) async throws -> RunRow<Data>? {
    try await read { try $0.load(run) }
  }

  /// Returns runs, most recently submitted first.
  package func list(_ query: RunQuery) async throws -> [RunSummary] {
    try await read { try $0.list(query) }
  }

  /// Returns the number of runs by status.
  package func counts() async throws -> [DurableRunStatus: Int] {
    try await read { try $0.counts() }
  }

  /// Removes runs that have ended, oldest end first.
  package func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await write { try $0.removeEnded(olderThan: age.milliseconds, limit: limit) }
  }

  /// Pauses a queue, or resumes it.
  package func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws {
    try await write { try $0.setPaused(isPaused, ofQueue: queue) }
  }

  /// Sets the limit of a queue that applies in place of those of workers.
  package func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) async throws {
    try await write { try $0.setLimit(maxConcurrentRuns, ofQueue: queue) }
  }

  /// Returns the queues with runs that have not ended, and those for which something is set.
  package func queues() async throws -> [QueueSummary] { try await read { try $0.queues() } }

  /// Adds a schedule or replaces the schedule with its name.
  package func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    try await write { try $0.setSchedule(schedule) }
  }

  /// Keeps a schedule from being due, or lets it be due again.
  package func setPaused(_ isPaused: Bool, ofSchedule name: String) async throws -> Bool {
    try await write { try $0.setPaused(isPaused, ofSchedule: name) }
  }

  /// Removes a schedule; its runs stay.
  package func removeSchedule(_ name: String) async throws -> Bool {
    try await write { try $0.removeSchedule(name) }
  }

  /// Returns all schedules, in the order of their names.
  package func schedules() async throws -> [StoredSchedule] {
    try await read { try $0.schedules() }
  }

  /// Adds the runs of a schedule that is due and sets the time at which it is next due.
  package func fire(_ firing: ScheduleFiring) async throws -> [SubmissionAnswer]? {
    try await write { try $0.fire(firing) }
  }

  /// Carries out a write in a transaction.
  ///
  /// - Parameter body: The write.
  /// - Returns: The answer.
  /// - Throws: `SQLiteRunStoreError`.
  private func write<Answer: Sendable>(
    _ body: @escaping @Sendable (RunTransaction) throws -> Answer
  ) async throws -> Answer {
    try await transaction { [clock] db in
      let transaction = try RunTransaction(db, clock)
      let answer = try body(transaction)
      try transaction.finish()
      return answer
    }
  }

  private func transaction<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await writes.perform(body)
    } catch {
      throw SQLiteRunStoreError.from(error, file: writer.path)
    }
  }

  private func read<Answer: Sendable>(
    _ body: @escaping @Sendable (RunTransaction) throws -> Answer
  ) async throws -> Answer {
    try await writer.snapshot { [clock] db in try body(RunTransaction(db, clock)) }
  }
}
#endif
