#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import GRDB

extension RunTransaction {
  static let activeRuns = """
    SELECT partition, workflow, version, count(*), sum(worker = ?), min(until) FROM tenon_runs \
    WHERE queue = ? AND state = 1 AND until > ? GROUP BY partition, workflow, version
    """

  static let recentStarts = """
    SELECT started FROM tenon_runs \
    WHERE queue = ? AND partition = ? AND started > ? ORDER BY started DESC LIMIT ?
    """

  /// Selects the partitions of a queue that have runs of a workflow, with the greatest priority at
  /// which one is due, when that is due, and when the first of all is due.
  ///
  /// Each partition and each priority is found with an index search, so the number of runs does not
  /// matter.
  static let partitions = """
    WITH RECURSIVE p (partition) AS (
      SELECT min(partition) FROM tenon_runs WHERE queue = :queue AND due IS NOT NULL
      UNION ALL
      SELECT (
        SELECT min(r.partition) FROM tenon_runs AS r
        WHERE r.queue = :queue AND r.due IS NOT NULL AND r.partition > p.partition
      ) FROM p WHERE p.partition IS NOT NULL
    )
    SELECT h.*, (
      SELECT min(r.due) FROM tenon_runs AS r
      WHERE \(isInPlace("h")) AND r.priority = h.priority AND r.due <= :now
    ), (
      SELECT r.id FROM tenon_runs AS r
      WHERE \(isInPlace("h")) AND r.priority = h.priority AND r.due <= :now
      ORDER BY r.due, r.id LIMIT 1
    ) FROM (
      SELECT p.partition, (
        \(priorities) SELECT q.priority FROM q WHERE EXISTS (
          SELECT 1 FROM tenon_runs AS r
          WHERE \(isInPlace("p")) AND r.priority = q.priority AND r.due <= :now
        ) LIMIT 1
      ) AS priority, (
        \(priorities) SELECT min((
          SELECT 2 * r.due + (r.state = 1) FROM tenon_runs AS r
          WHERE \(isInPlace("p")) AND r.priority = q.priority ORDER BY r.due LIMIT 1
        )) FROM q WHERE q.priority IS NOT NULL
      ) AS first
      FROM p WHERE p.partition IS NOT NULL
    ) AS h
    """

  private static func isInPlace(_ table: String) -> String {
    """
    r.queue = :queue AND r.partition = \(table).partition AND r.workflow = :workflow \
    AND r.version = :version AND r.due IS NOT NULL
    """
  }

  /// The priorities in a partition, greatest first.
  private static let priorities = """
    WITH RECURSIVE q (priority) AS (
      SELECT (SELECT max(r.priority) FROM tenon_runs AS r WHERE \(isInPlace("p")))
      UNION ALL
      SELECT (
        SELECT max(r.priority) FROM tenon_runs AS r
        WHERE \(isInPlace("p")) AND r.priority < q.priority
      ) FROM q WHERE q.priority IS NOT NULL
    )
    """

  /// What a partition has for a claim.
  private struct Partition {
    let place: QueuePartition
    /// The first of the runs that are due, in the order of claims; `nil` if none is due.
    let head: (priority: Int, due: StoreTime, id: String)?
    /// When the first run is due.
    let firstDue: StoreTime
    /// Whether a worker has that run, so that it may be due later.
    let isLeased: Bool
  }

  private func partitions(of queue: String, _ workflow: WorkflowVersion) throws -> [Partition] {
    let rows = try db.rows(
      Self.partitions,
      ["queue": queue, "workflow": workflow.workflow, "version": workflow.version, "now": now]
    )
    return rows.compactMap { row in
      // Of another workflow.
      guard let first: Int = row[2] else { return nil }
      var head: (Int, StoreTime, String)?
      if let priority: Int = row[1], let due: StoreTime = row[3], let id: String = row[4] {
        head = (priority, due, id)
      }
      return Partition(
        place: QueuePartition(queue, row[0]),
        head: head,
        firstDue: first >> 1,
        isLeased: first & 1 == 1
      )
    }
  }

  /// Returns how many runs of the partitions of queues a worker may take.
  func rooms(of queues: [RunQueue], for worker: String) throws -> QueueRooms {
    var rooms = QueueRooms()
    for queue in queues {
      try requireWhole(queue.name)
      rooms.queues[queue.name] = queue.with(try setting(of: queue.name))
      for row in try db.rows(Self.activeRuns, [worker, queue.name, now]) {
        let (all, own, end): (Int, Int, StoreTime) = (row[3], row[4], row[5])
        let workflow = WorkflowVersion(row[1], version: row[2])
        rooms.active[QueuePartition(queue.name, row[0]), default: .init()].add(all, own)
        rooms.ends[workflow] = min(rooms.ends[workflow] ?? .max, end)
      }
    }
    return rooms
  }

  /// Returns the room in a partition.
  func room(in place: QueuePartition, _ rooms: inout QueueRooms) throws -> QueueRoom {
    if let room = rooms.known[place] { return room }
    var room = rooms.roomBesideActive(in: place)
    if let rate = rooms.queues[place.queue]?.rate {
      let window = rate.window.milliseconds
      let starts = try db.rows(
        Self.recentStarts,
        [place.queue, place.partition, now.after(-window), rate.starts]
      )
      let last: StoreTime? = starts.count < rate.starts ? nil : starts.last?[0]
      room = QueueRoom(
        runs: room.runs,
        starts: max(0, rate.starts - starts.count),
        nextStart: last.map { $0 + window }
      )
    }
    rooms.known[place] = room
    return room
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

  /// Returns the runs of queues that may be claimed, from as many partitions as there may be runs.
  func due(
    of workflow: WorkflowVersion,
    _ rooms: inout QueueRooms,
    limit: Int
  ) throws -> [StoredRun] {
    while true {
      let before = db.totalChangesCount
      let runs = try dueNow(of: workflow, &rooms, limit: limit)
      // What was due when a lease ended that was extended meanwhile may have hidden others.
      if db.totalChangesCount == before { return runs }
    }
  }

  private func dueNow(
    of workflow: WorkflowVersion,
    _ rooms: inout QueueRooms,
    limit: Int
  ) throws -> [StoredRun] {
    var runs: [StoredRun] = []
    for queue in rooms.queues.keys {
      let open = try partitions(of: queue, workflow).compactMap { partition in
        partition.head.map { (order: (-$0.priority, $0.due, $0.id), place: partition.place) }
      }
      var count = 0
      for (_, place) in open.sorted(by: { $0.order < $1.order }) where count < limit {
        let room = try room(in: place, &rooms)
        let due = try due(of: workflow, in: place, room, limit: limit)
        if !due.isEmpty { count += 1 }
        runs += due
      }
    }
    return runs
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

  /// Returns when the next run of the queues is due, or `.max` for never.
  func nextDueInQueues(
    of workflow: WorkflowVersion,
    _ rooms: inout QueueRooms
  ) throws -> StoreTime {
    // The end of a lease makes room; one that has ended takes none.
    var next = rooms.ends[workflow] ?? .max
    for queue in rooms.queues.keys {
      for partition in try partitions(of: queue, workflow) {
        let room = try room(in: partition.place, &rooms)
        if room.runs == 0 { continue }
        let isPlain = room.starts > 0 && !partition.isLeased
        next = min(
          next,
          isPlain ? partition.firstDue : try nextDue(of: workflow, in: partition.place, room)
        )
      }
    }
    return next
  }

  private func nextDue(
    of workflow: WorkflowVersion,
    in place: QueuePartition,
    _ room: QueueRoom
  ) throws -> StoreTime {
    var next = StoreTime.max
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
      next = min(next, found)
    }
    return next
  }
}

/// What queues have room for, as far as a claim has looked.
struct QueueRooms {
  struct Active {
    var all = 0
    var own = 0

    mutating func add(_ all: Int, _ own: Int) {
      self.all += all
      self.own += own
    }
  }

  /// The queues of the claim that are not paused, with their limits, by name.
  var queues: [String: RunQueue] = [:]
  /// The number of runs that workers have.
  var active: [QueuePartition: Active] = [:]
  /// When the first lease of these ends, by workflow.
  var ends: [WorkflowVersion: StoreTime] = [:]
  /// The room that is left.
  var known: [QueuePartition: QueueRoom] = [:]

  /// Returns the room in a partition without regard to a rate.
  func roomBesideActive(in place: QueuePartition) -> QueueRoom {
    guard let queue = queues[place.queue] else { return .none }
    let active = active[place] ?? Active()
    var room = QueueRoom.unlimited
    if let limit = queue.maxConcurrentRuns { room.runs = max(0, limit - active.all) }
    if let limit = queue.maxConcurrentRunsPerProcess {
      room.runs = min(room.runs, max(0, limit - active.own))
    }
    return room
  }
}

extension QueuePartition {
  /// The first arguments of the statements about the runs of a workflow.
  fileprivate func arguments(of workflow: WorkflowVersion) -> StatementArguments {
    [queue, partition, workflow.workflow, workflow.version]
  }
}
#endif
