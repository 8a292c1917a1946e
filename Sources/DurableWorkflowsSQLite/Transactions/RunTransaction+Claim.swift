#if SQLite
internal import DurableWorkflows
internal import GRDB

extension RunTransaction {
  func claim(_ request: ClaimRequest) throws -> ClaimAnswer {
    try requireWhole(request.worker)
    var runs: [ClaimAnswer.Run] = []
    var setAside: [String] = []
    var rooms = try rooms(of: request.queues, for: request.worker)
    while runs.count < request.limit {
      let due = try due(for: request, rooms, limit: request.limit - runs.count)
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
    _ due: [RunHead],
    for request: ClaimRequest,
    _ rooms: inout [String: QueueRoom],
    _ runs: inout [ClaimAnswer.Run],
    _ setAside: inout [String]
  ) throws -> Bool {
    for head in due where runs.count < request.limit {
      if request.skipsOwnRuns, head.state == .running, head.worker == request.worker { continue }
      var room = head.queue.map { rooms[$0] ?? QueueRoom(runs: 0, starts: 0) }
      if room?.take(isNew: head.started == nil) == false { continue }
      guard let run = try claim(head, for: request) else {
        // Another run may be due in its place.
        setAside.append(head.id)
        return true
      }
      if let queue = head.queue { rooms[queue] = room }
      runs.append(run)
    }
    return false
  }

  private func claim(_ head: RunHead, for request: ClaimRequest) throws -> ClaimAnswer.Run? {
    var head = head
    head.fruitless += 1
    if head.fruitless > request.maxFruitlessClaims {
      let limit = request.maxFruitlessClaims
      try setAside(&head, "It was begun \(limit) times in a row, and never got on.")
      try save(head)
      return nil
    }
    head.epoch += 1
    head.lease = request.lease.milliseconds
    head.worker = request.worker
    head.state = .running
    head.until = time(after: head.lease)
    head.due = head.until
    head.awaited = []
    head.token = nil
    if head.queue != nil, head.started == nil { head.started = now }
    try save(head)
    return ClaimAnswer.Run(id: head.id, row: try row(head, isNew: head.epoch == 1))
  }

  static let dueRuns = """
    SELECT \(RunHead.columns) FROM tenon_runs \
    WHERE workflow = ? AND version = ? AND due <= ? AND queue IS NULL ORDER BY due, id LIMIT ?
    """

  /// Returns the runs that may be claimed, in order, possibly including some without room.
  ///
  /// The runs of each workflow are searched separately: for several workflows at once, SQLite would
  /// sort all runs that are due.
  private func due(
    for request: ClaimRequest,
    _ rooms: [String: QueueRoom],
    limit: Int
  ) throws -> [RunHead] {
    var all: [RunHead] = []
    for workflow in request.workflows {
      all += try due(Self.dueRuns, [workflow.workflow, workflow.version, now, limit])
      for queue in Set(request.queues.map(\.name)) {
        let room = rooms[queue] ?? .unlimited
        all += try due(of: workflow, in: queue, room, limit: limit)
      }
    }
    return all.sorted {
      (-$0.priority, $0.due ?? .max, $0.id) < (-$1.priority, $1.due ?? .max, $1.id)
    }
  }

  /// Returns the runs of a statement, and updates the due times of leases that were extended
  /// meanwhile.
  func due(_ sql: String, _ arguments: StatementArguments) throws -> [RunHead] {
    while true {
      let heads = try db.all(sql, arguments, RunHead.init)
      let extended = heads.filter { $0.state == .running && $0.due != $0.until }
      if extended.isEmpty { return heads }
      for head in extended {
        try db.run("UPDATE tenon_runs SET due = until WHERE run = ?", head.run)
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
    let rooms = try rooms(of: request.queues, for: request.worker)
    for workflow in request.workflows {
      next = min(next, try firstDue(Self.firstDue, [workflow.workflow, workflow.version]))
      for (queue, room) in rooms {
        next = min(next, try nextDue(of: workflow, in: queue, room))
      }
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
    SELECT run, id, epoch, lease, cancelled FROM tenon_runs \
    WHERE worker = ? AND state = 1 ORDER BY id
    """

  func renew(_ worker: String) throws -> [RunNews] {
    let rows = try db.rows(Self.runsOfWorker, [worker])
    var news: [RunNews] = []
    for row in rows {
      let run: Int64 = row[0]
      let until = time(after: row[3])
      try db.run("UPDATE tenon_runs SET until = ? WHERE run = ?", until, run)
      news.append(
        RunNews(
          id: row[1],
          epoch: row[2],
          now: now,
          isCancelRequested: row[4],
          signals: try signals(of: run)
        )
      )
    }
    return news
  }

  func release(_ run: String, epoch: Int) throws {
    guard var head = try owned(run, epoch) else { return }
    head.becomeReady(at: now)
    head.fruitless = max(0, head.fruitless - 1)
    try save(head)
  }
}
#endif
