#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import GRDB

extension RunTransaction {
  static let activeRuns = """
    SELECT count(*), ifnull(sum(worker = ?), 0) FROM tenon_runs \
    WHERE queue = ? AND partition = ? AND state = 1 AND until > ?
    """

  static let recentStarts = """
    SELECT started FROM tenon_runs \
    WHERE queue = ? AND partition = ? AND started > ? ORDER BY started DESC LIMIT ?
    """

  /// Selects the first partition of a queue with a run that may be due at some time, the first one
  /// after that, and so on, each with an index search, so that the number of runs does not matter.
  static let partitions = """
    WITH RECURSIVE p (partition) AS (
      SELECT min(partition) FROM tenon_runs WHERE queue = :queue AND due IS NOT NULL
      UNION ALL
      SELECT (
        SELECT min(r.partition) FROM tenon_runs AS r
        WHERE r.queue = :queue AND r.due IS NOT NULL AND r.partition > p.partition
      ) FROM p WHERE p.partition IS NOT NULL
    )
    SELECT partition FROM p WHERE partition IS NOT NULL
    """

  /// Returns how many runs of each partition of queues a worker may take.
  func rooms(of queues: [RunQueue], for worker: String) throws -> [QueuePartition: QueueRoom] {
    var rooms: [QueuePartition: QueueRoom] = [:]
    for queue in queues {
      try requireWhole(queue.name)
      let limited = queue.with(try setting(of: queue.name))
      for row in try db.rows(Self.partitions, ["queue": queue.name]) {
        let place = QueuePartition(queue.name, row[0])
        guard let limited else {
          rooms[place] = QueueRoom.none
          continue
        }
        rooms[place] = try room(in: place, of: limited, for: worker)
      }
    }
    return rooms
  }

  private func room(
    in place: QueuePartition,
    of queue: RunQueue,
    for worker: String
  ) throws -> QueueRoom {
    var room = QueueRoom.unlimited
    if queue.maxConcurrentRuns != nil || queue.maxConcurrentRunsPerProcess != nil {
      let row = try db.row(Self.activeRuns, [worker, place.queue, place.partition, now])
      let (all, own): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
      if let limit = queue.maxConcurrentRuns { room.runs = max(0, limit - all) }
      if let limit = queue.maxConcurrentRunsPerProcess {
        room.runs = min(room.runs, max(0, limit - own))
      }
    }
    guard let rate = queue.rate else { return room }
    let window = rate.window.milliseconds
    let starts = try db.rows(
      Self.recentStarts,
      [place.queue, place.partition, now.after(-window), rate.starts]
    )
    let last: StoreTime? = starts.count < rate.starts ? nil : starts.last?[0]
    return QueueRoom(
      runs: room.runs,
      starts: max(0, rate.starts - starts.count),
      nextStart: last.map { $0 + window }
    )
  }

  private func setting(of queue: String) throws -> QueueSetting {
    let row = try db.row("SELECT paused, most FROM tenon_queues WHERE name = ?", [queue])
    return row.map { QueueSetting(isPaused: $0[0], maxConcurrentRuns: $0[1]) } ?? QueueSetting()
  }

  func setPaused(_ isPaused: Bool, ofQueue queue: String) throws {
    try requireWhole(queue)
    try db.run(
      """
      INSERT INTO tenon_queues (name, paused) VALUES (?, ?) \
      ON CONFLICT (name) DO UPDATE SET paused = excluded.paused
      """,
      queue,
      isPaused
    )
  }

  func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) throws {
    try requireWhole(queue)
    try db.run(
      """
      INSERT INTO tenon_queues (name, most) VALUES (?, ?) \
      ON CONFLICT (name) DO UPDATE SET most = excluded.most
      """,
      queue,
      maxConcurrentRuns
    )
  }

  func queues() throws -> [QueueSummary] {
    let rows = try db.rows(
      """
      SELECT name, max(paused), max(most), sum(queued), sum(waiting), sum(running) FROM (
        SELECT name, paused, most, 0 AS queued, 0 AS waiting, 0 AS running FROM tenon_queues
        WHERE paused OR most IS NOT NULL
        UNION ALL
        SELECT queue, 0, NULL, sum(state = 0 AND ifnull(due <= :now, 0)),
          sum(state = 0 AND ifnull(due > :now, 1)), sum(state = 1)
        FROM tenon_runs WHERE queue IS NOT NULL AND state <= 1 GROUP BY queue
      ) GROUP BY name
      """,
      ["now": now]
    )
    return rows.map { row in
      QueueSummary(
        name: row[0],
        isPaused: row[1],
        maxConcurrentRuns: row[2],
        queued: row[3],
        waiting: row[4],
        running: row[5]
      )
    }
  }

  // The index of all runs and the index of those that have begun.
  private static let begun = "started IS NOT NULL"

  static func dueInQueue(onlyBegun: Bool) -> String {
    """
    SELECT \(StoredRun.columns) FROM tenon_runs \
    WHERE queue = ? AND partition = ? AND workflow = ? AND version = ? \
    AND priority = ? AND due <= ? \(onlyBegun ? "AND \(begun) " : "")ORDER BY due, id LIMIT ?
    """
  }

  static func priorityBelow(onlyBegun: Bool) -> String {
    """
    SELECT max(priority) FROM tenon_runs \
    WHERE queue = ? AND partition = ? AND workflow = ? AND version = ? \
    AND priority < ? AND due IS NOT NULL\(onlyBegun ? " AND \(begun)" : "")
    """
  }

  static func firstDueInQueue(onlyBegun: Bool) -> String {
    """
    SELECT due, CASE state WHEN 1 THEN ifnull(until, due) ELSE due END FROM tenon_runs \
    WHERE queue = ? AND partition = ? AND workflow = ? AND version = ? \
    AND priority = ? AND due IS NOT NULL \(onlyBegun ? "AND \(begun) " : "")\
    ORDER BY due LIMIT \(firstDueLimit)
    """
  }

  /// Returns runs of a partition that are due, greatest priority first.
  ///
  /// If no more runs may begin than it returns, the runs that have begun are included, too.
  func due(
    of workflow: WorkflowVersion,
    in place: QueuePartition,
    _ room: QueueRoom,
    limit: Int
  ) throws -> [StoredRun] {
    if room.runs == 0 { return [] }
    var runs: [StoredRun] = []
    if room.starts > 0 {
      runs = try due(of: workflow, in: place, limit: limit, onlyBegun: false)
      if room.starts >= limit { return runs }
    }
    let known = Set(runs.map(\.run))
    let begun = try due(of: workflow, in: place, limit: limit, onlyBegun: true)
    return runs + begun.filter { !known.contains($0.run) }
  }

  private func due(
    of workflow: WorkflowVersion,
    in place: QueuePartition,
    limit: Int,
    onlyBegun: Bool
  ) throws -> [StoredRun] {
    var runs: [StoredRun] = []
    try forEachPriority(of: workflow, in: place, onlyBegun: onlyBegun) { priority in
      let sql = Self.dueInQueue(onlyBegun: onlyBegun)
      let arguments = place.arguments(of: workflow) + [priority]
      runs += try due(sql, arguments + [now, limit - runs.count])
      return runs.count < limit
    }
    return runs
  }

  /// Calls a closure with each priority in a partition, greatest first, while it returns `true`.
  private func forEachPriority(
    of workflow: WorkflowVersion,
    in place: QueuePartition,
    onlyBegun: Bool,
    _ body: (Int) throws -> Bool
  ) throws {
    let sql = Self.priorityBelow(onlyBegun: onlyBegun)
    // Each priority is found with an index search, so the number of runs per priority does not
    // matter.
    var last = Int.max
    while true {
      let row = try db.row(sql, place.arguments(of: workflow) + [last])
      guard let priority: Int = row?[0], try body(priority) else { return }
      last = priority
    }
  }

  /// Returns when the next run of a partition is due, or `.max` for never.
  func nextDue(
    of workflow: WorkflowVersion,
    in place: QueuePartition,
    _ room: QueueRoom
  ) throws -> StoreTime {
    // The end of a lease makes room; one that has ended takes none.
    let active = try db.row(
      """
      SELECT min(until) FROM tenon_runs \
      WHERE queue = ? AND partition = ? AND workflow = ? AND version = ? \
      AND state = 1 AND until > ?
      """,
      place.arguments(of: workflow) + [now]
    )
    var next: StoreTime = active?[0] ?? .max
    if room.runs == 0 { return next }
    var first = StoreTime.max
    for onlyBegun in room.starts == 0 ? [false, true] : [false] {
      var found = StoreTime.max
      try forEachPriority(of: workflow, in: place, onlyBegun: onlyBegun) { priority in
        let sql = Self.firstDueInQueue(onlyBegun: onlyBegun)
        let arguments = place.arguments(of: workflow) + [priority]
        found = min(found, try firstDue(sql, arguments))
        return true
      }
      // No new run may begin earlier.
      if room.starts == 0, !onlyBegun, found != .max {
        found = max(found, room.nextStart ?? found)
      }
      first = min(first, found)
    }
    next = min(next, first)
    return next
  }
}

extension QueuePartition {
  /// The first arguments of the statements about the runs of a workflow.
  fileprivate func arguments(of workflow: WorkflowVersion) -> StatementArguments {
    [queue, partition, workflow.workflow, workflow.version]
  }
}
#endif
