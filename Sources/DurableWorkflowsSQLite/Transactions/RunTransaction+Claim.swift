#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import GRDB

extension RunTransaction {
  func claim(_ request: ClaimRequest) throws -> ClaimAnswer {
    try requireWhole(request.worker)
    try followDate()
    var runs: [ClaimAnswer.Run] = []
    var setAside: [String] = []
    var rooms = try rooms(of: request.queues, for: request.worker)
    while runs.count < request.limit {
      let due = try due(for: request, &rooms, limit: request.limit - runs.count)
      if try !claim(due, for: request, &rooms, &runs, &setAside) { break }
    }
    let schedules = try dueSchedules(of: request.workflows)
    return ClaimAnswer(
      runs: runs,
      setAside: setAside,
      now: now,
      nextDue: try nextDue(for: request),
      schedules: schedules.due,
      nextSchedule: schedules.next
    )
  }

  /// Claims as many of the runs that are due as there is room for.
  ///
  /// - Returns: Whether there may be more.
  private func claim(
    _ due: [StoredRun],
    for request: ClaimRequest,
    _ rooms: inout QueueRooms,
    _ runs: inout [ClaimAnswer.Run],
    _ setAside: inout [String]
  ) throws -> Bool {
    for stored in due where runs.count < request.limit {
      let row = stored.row
      if request.skipsOwnRuns, case .running = row.state, row.worker == request.worker { continue }
      var room = try row.queuePartition.map { try self.room(in: $0, &rooms) }
      if room?.take(isNew: row.started == nil) == false { continue }
      guard let run = try claim(stored, for: request) else {
        // Another run may be due in its place.
        setAside.append(stored.id)
        return true
      }
      if let place = row.queuePartition { rooms.known[place] = room }
      runs.append(run)
    }
    return false
  }

  /// Gives a run to a worker; returns `nil` if the run was set aside instead.
  private func claim(_ stored: StoredRun, for request: ClaimRequest) throws -> ClaimAnswer.Run? {
    var row = stored.row
    let isClaimed = row.claim(
      by: request.worker,
      lease: request.lease.milliseconds,
      limit: request.maxFruitlessClaims,
      at: now
    )
    try save(row, before: stored.row, of: stored.run)
    if !isClaimed { return nil }
    try complete(&row, of: stored, isNew: row.epoch == 1)
    return ClaimAnswer.Run(id: stored.id, row: row)
  }

  static let dueRuns = """
    SELECT \(StoredRun.columns) FROM tenon_runs \
    WHERE workflow = ? AND version = ? AND due <= ? AND queue IS NULL ORDER BY due, id LIMIT ?
    """

  /// Returns the runs that may be claimed, in order, possibly including some without room.
  ///
  /// The runs of each workflow are searched separately: for several workflows at once, SQLite would
  /// sort all runs that are due.
  private func due(
    for request: ClaimRequest,
    _ rooms: inout QueueRooms,
    limit: Int
  ) throws -> [StoredRun] {
    var all: [StoredRun] = []
    for workflow in request.workflows {
      all += try due(Self.dueRuns, [workflow.workflow, workflow.version, now, limit])
      all += try due(of: workflow, &rooms, limit: limit)
    }
    return all.sorted {
      (-$0.row.priority, $0.due ?? .max, $0.id) < (-$1.row.priority, $1.due ?? .max, $1.id)
    }
  }

  /// Returns the runs of a statement, and updates the due times of leases that were extended
  /// meanwhile.
  func due(_ sql: String, _ arguments: StatementArguments) throws -> [StoredRun] {
    while true {
      let runs = try db.all(sql, arguments, StoredRun.init)
      let extended = runs.filter(\.isExtended)
      if extended.isEmpty { return runs }
      for stored in extended {
        try db.run("UPDATE tenon_runs SET due = until WHERE run = ?", stored.run)
      }
    }
  }

  static let firstDue = """
    SELECT due, CASE state WHEN 1 THEN ifnull(until, due) ELSE due END FROM tenon_runs \
    WHERE workflow = ? AND version = ? AND due IS NOT NULL AND queue IS NULL \
    ORDER BY due LIMIT \(firstDueLimit)
    """

  static let firstDueLimit = 32

  /// Returns when the next run is due, or an earlier time if workers have many runs.
  private func nextDue(for request: ClaimRequest) throws -> StoreTime? {
    var next = StoreTime.max
    var rooms = try rooms(of: request.queues, for: request.worker)
    for workflow in request.workflows {
      next = min(next, try firstDue(Self.firstDue, [workflow.workflow, workflow.version]))
      next = min(next, try nextDueInQueues(of: workflow, &rooms))
    }
    return next == .max ? nil : next
  }

  /// Returns the first time in the rows of a statement, or `.max` if there is none.
  func firstDue(_ sql: String, _ arguments: StatementArguments) throws -> StoreTime {
    var next = StoreTime.max
    var count = 0
    try db.read(sql, arguments) { row in
      let due: StoreTime = try row.value(0)
      count += 1
      // Later runs are not due before this one. Without the limit, a worker with many runs, whose
      // leases it extends, would read them all.
      if due >= next || count == Self.firstDueLimit {
        next = min(next, due)
        return false
      }
      next = min(next, try row.value(1))
      return true
    }
    return next
  }

  static let runsOfWorker = """
    SELECT \(StoredRun.columns) FROM tenon_runs WHERE worker = ? AND state = 1 ORDER BY id
    """

  func renew(_ worker: String) throws -> [RunNews] {
    try db.all(Self.runsOfWorker, [worker], StoredRun.init).map { stored in
      var row = stored.row
      row.renew(epoch: row.epoch, at: now)
      try save(row, before: stored.row, of: stored.run)
      return RunNews(
        id: stored.id,
        epoch: row.epoch,
        now: now,
        isCancelRequested: row.isCancelRequested,
        isPaused: row.isPaused,
        signals: try signals(of: stored.run)
      )
    }
  }

  func release(_ run: String, epoch: Int) throws {
    guard let stored = try stored(run) else { return }
    var row = stored.row
    row.release(epoch: epoch, at: now)
    try save(row, before: stored.row, of: stored.run)
  }
}
#endif
