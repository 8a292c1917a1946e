#if PostgreSQL
public import DurableWorkflows
public import Foundation
internal import Futures

/// A store of durable runs in a database of PostgreSQL, for any number of machines.
///
/// ```swift
/// let store = try await PostgreSQLRunStore(
///   "postgresql://worker@db.example.com/app?sslmode=verify-full"
/// )
/// let runs = try DurableRuns(store: store, workflows: [fulfil.durable()])
/// runs.start()
/// ```
///
/// The tables are in a schema of their own, which the first process creates. Time is that of the
/// server: the clocks of the machines around it do not matter.
///
/// An operation is atomic, and carried out even if the task that asks for it is cancelled, because
/// a worker that is cancelled still has to record what it has done. Operations that arrive while
/// others are under way share the next statement. A write whose answer was lost is repeated, and
/// done once.
///
/// ### Runs beside your own data
///
/// Submit a run in the transaction that writes your data: there are both afterwards, or neither.
///
/// ```swift
/// try await database.transaction { db in
///   _ = try await db.query(
///     "INSERT INTO orders (id) VALUES ($1)", [.text(order.id)]
///   )
///   let run = try runs.submission(
///     of: fulfil,
///     id: order.id,
///     input: order
///   )
///   _ = try await store.submit(run, in: db)
/// }
/// ```
public final class PostgreSQLRunStore: RunStore {
  private let operations: RunOperations
  private let options: Options
  private let commits: Lane<RunWrite, WriteAnswer>
  private let submissions: Lane<RunSubmission, SubmissionAnswer>
  private let beginnings: Lane<Beginning, Begun>
  private let loads: Lane<String, RunRow<Data>?>
  private let sender: HintSender

  /// Connects to a database, with libpq, and creates the tables if there are none.
  ///
  /// - Parameters:
  ///   - url: The URL of the server and the database, as libpq reads it. See ``LibPQDatabase``.
  ///   - options: How the database is used.
  /// - Throws: ``PostgreSQLError``, if the server cannot be reached or used, or its tables are
  ///   those of a newer version.
  public convenience init(_ url: String, options: Options = Options()) async throws {
    try await self.init(LibPQDatabase(url), options: options)
  }

  /// Opens a store in a database that you have opened, and creates the tables if there are none.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - options: How the database is used.
  /// - Throws: ``PostgreSQLError``, if the server cannot be reached or used, or its tables are
  ///   those of a newer version.
  public convenience init(
    _ database: any PostgreSQLDatabase,
    options: Options = Options()
  ) async throws {
    try await self.init(database, options: options, systemTime: StoreStatements.systemTime)
  }

  /// Opens a store whose clock is an expression of SQL.
  package init(
    _ database: any PostgreSQLDatabase,
    options: Options,
    systemTime: String
  ) async throws {
    let schema = try SchemaName(options.schema)
    let statements = StoreStatements(schema: schema, systemTime: systemTime)
    let operations = RunOperations(database: database, statements: statements)
    self.operations = operations
    self.options = options
    let sender = HintSender(database, schema.channel)
    self.sender = sender
    commits = Lane(limit: 500, key: \.run, isRepeatable: true) { try await operations.commit($0) }
    submissions = Lane(limit: 500, key: \.id) { batch in
      let submitted = try await operations.submit(batch)
      if options.listens { for run in submitted.replaced { sender.tell(run) } }
      return submitted.answers
    }
    beginnings = Lane(limit: 500, key: \.run.id) { try await operations.begin($0) }
    // A row may be large.
    loads = Lane(limit: 50, key: \.self, isRepeatable: true) { try await operations.load($0) }
    try await RunSchema.migrate(database, schema: schema)
  }

  /// The time of the store.
  public var now: StoreTime {
    get async throws { try await shielded { try await $0.now() } }
  }

  /// Adds a run, unless there is one with its identifier.
  public func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    try RunOperations.requireWhole(run)
    let answer = try await submissions.add(run)
    if answer == .new, run.delay <= .zero { tell(nil) }
    return answer
  }

  /// Adds a run in a transaction of yours, unless there is one with its identifier.
  ///
  /// There is a run only if you commit the transaction.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - session: A transaction of the database of the store.
  /// - Returns: Whether it is new, and if not, whether it is the same.
  /// - Throws: ``PostgreSQLError``; then the transaction cannot be committed any more.
  public func submit(
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

  /// `true`: it keeps queues.
  public var keepsQueues: Bool { true }

  /// Adds runs in one write, each unless there is one with its identifier.
  public func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer] {
    for run in runs { try RunOperations.requireWhole(run) }
    if runs.isEmpty { return [] }
    let submitted = try await shielded { try await $0.submit(runs) }
    if submitted.answers.contains(.new) { tell(nil) }
    for run in submitted.replaced { tell(run) }
    return submitted.answers
  }

  /// Gives runs to a worker: those that are due, and those whose worker has shown no sign of life.
  public func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try await shielded { try await $0.claim(request) }
  }

  /// Adds a run, and gives runs to a worker, in one statement; a run in a queue, or that waits, in
  /// one after the other.
  public func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    let beginning = Beginning(run: run, request: request)
    if !beginning.isDirect { return (try await submit(run), try await claim(request)) }
    try RunOperations.requireWhole(run)
    try RunOperations.requireWhole(request)
    let begun = try await beginnings.add(beginning)
    // Others need not look for what is claimed here.
    if begun.answer == .new, !begun.claim.runs.contains(where: { $0.id == run.id }) { tell(nil) }
    return (begun.answer, begun.claim)
  }

  /// Extends the leases of all runs that a worker has.
  public func renew(_ worker: String) async throws -> [RunNews] {
    // Not beside a batch of writes: two statements that lock several rows could wait for each
    // other.
    try await commits.alone { [operations] in try await operations.renew(worker) }
  }

  /// Writes what moves a run on: all of it, or nothing.
  public func commit(_ write: RunWrite) async throws -> WriteAnswer {
    try RunOperations.requireWhole(write)
    return try await commits.add(write)
  }

  /// Gives a run back that has not ended, so that it is due at once.
  public func release(_ run: String, epoch: Int) async throws {
    try await shielded { try await $0.release(run, epoch: epoch) }
    tell(nil)
  }

  /// Keeps a signal for a run, and wakes it if it waits for it; the first of a name stays.
  public func send(
    _ value: Data,
    to signal: String,
    of run: String
  ) async throws -> SignalDelivery {
    let delivery = try await shielded { try await $0.send(value, to: signal, of: run) }
    if delivery == .kept { tell(run) }
    return delivery
  }

  /// Cancels a run: at once, if no worker has it and nothing of it is to be undone.
  public func cancel(_ run: String) async throws -> CancellationAnswer {
    let answer = try await shielded { try await $0.cancel(run) }
    if answer == .requested { tell(run) }
    return answer
  }

  /// Undoes a run that has ended with a value, and cancels one that has not ended.
  public func undo(_ run: String) async throws -> CancellationAnswer {
    let answer = try await shielded { try await $0.undo(run) }
    if answer == .requested { tell(run) }
    return answer
  }

  /// Makes a run due again that was set aside, or has failed, without what was undone.
  public func reopen(_ run: String) async throws -> Bool {
    let isOpen = try await shielded { try await $0.reopen(run) }
    if isOpen { tell(nil) }
    return isOpen
  }

  /// Returns what is known of a run; `nil` if there is none.
  public func load(_ run: String) async throws -> RunRow<Data>? {
    try Kept.requireWhole(run)
    return try await loads.add(run)
  }

  /// Returns runs, those that were submitted last first.
  public func list(_ query: RunQuery) async throws -> [RunSummary] {
    try await shielded { try await $0.list(query) }
  }

  /// Returns how many runs there are, by status.
  public func counts() async throws -> [DurableRunStatus: Int] {
    try await shielded { try await $0.counts() }
  }

  /// Removes runs that have ended, those that ended first first.
  public func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await shielded { try await $0.removeEnded(olderThan: age.milliseconds, limit: limit) }
  }

  /// Adds a schedule, or replaces the one with its name.
  public func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    let isNew = try await shielded { try await $0.setSchedule(schedule) }
    if isNew { tell(nil) }
    return isNew
  }

  /// Removes a schedule; its runs stay.
  public func removeSchedule(_ name: String) async throws -> Bool {
    try await shielded { try await $0.removeSchedule(name) }
  }

  /// Returns all schedules, in the order of their names.
  public func schedules() async throws -> [StoredSchedule] {
    try await shielded { try await $0.schedules() }
  }

  /// Adds the runs of a schedule that is due, and says when it is due the next time.
  public func fire(_ firing: ScheduleFiring) async throws -> Bool {
    let isDone = try await shielded { try await $0.fire(firing) }
    if isDone, !firing.runs.isEmpty { tell(nil) }
    return isDone
  }

  /// Where other processes change something, from now on.
  public var hints: AsyncStream<RunHint> {
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

  /// Carries out an operation, also for a task that is cancelled.
  private func shielded<Answer: Sendable>(
    _ body: @escaping @Sendable (RunOperations) async throws -> Answer
  ) async throws -> Answer {
    try await Task { @concurrent [operations] in try await body(operations) }.value
  }
}
#endif
