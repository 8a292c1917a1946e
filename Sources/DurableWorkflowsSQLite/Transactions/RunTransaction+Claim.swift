#if SQLite
internal import DurableWorkflows
internal import GRDB

extension RunTransaction {
  func claim(_ request: ClaimRequest) throws -> ClaimAnswer {
    try requireWhole(request.worker)
    var runs: [ClaimAnswer.Run] = []
    var setAside: [String] = []
    while runs.count < request.limit {
      let due = try due(of: request.workflows, limit: request.limit - runs.count)
      if due.isEmpty { break }
      for head in due {
        if let run = try claim(head, for: request) {
          runs.append(run)
        } else {
          setAside.append(head.id)
        }
      }
    }
    let schedules = try dueSchedules(of: request.workflows)
    return ClaimAnswer(
      runs: runs,
      setAside: setAside,
      now: now,
      nextDue: try nextDue(of: request.workflows),
      schedules: schedules.due,
      nextSchedule: schedules.next
    )
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
    try save(head)
    return ClaimAnswer.Run(id: head.id, row: try row(head))
  }

  static let dueRuns = """
    SELECT \(RunHead.columns) FROM tenon_runs \
    WHERE workflow = ? AND due <= ? ORDER BY due, id LIMIT ?
    """

  /// Returns the runs that may be claimed, those that are due first first.
  ///
  /// It looks for those of one workflow after the other: for several at once, SQLite would sort all
  /// that are due.
  private func due(of workflows: Set<String>, limit: Int) throws -> [RunHead] {
    var all: [RunHead] = []
    for workflow in workflows { all += try due(of: workflow, limit: limit) }
    let sorted = all.sorted { ($0.due ?? .max, $0.id) < ($1.due ?? .max, $1.id) }
    return Array(sorted.prefix(limit))
  }

  private func due(of workflow: String, limit: Int) throws -> [RunHead] {
    while true {
      let heads = try db.rows(Self.dueRuns, [workflow, now, limit]).map(RunHead.init)
      let extended = heads.filter { $0.state == .running && $0.due != $0.until }
      if extended.isEmpty { return heads }
      for head in extended {
        try db.run("UPDATE tenon_runs SET due = until WHERE run = ?", [head.run])
      }
    }
  }

  static let firstDue = """
    SELECT due, CASE state WHEN 1 THEN ifnull(until, due) ELSE due END FROM tenon_runs \
    WHERE workflow = ? AND due IS NOT NULL ORDER BY due LIMIT \(firstDueLimit)
    """

  private static let firstDueLimit = 32

  /// When the next run is due, or a time before that if workers have many.
  private func nextDue(of workflows: Set<String>) throws -> StoreTime? {
    var next = StoreTime.max
    for workflow in workflows {
      let rows = try db.rows(Self.firstDue, [workflow])
      for row in rows { next = min(next, row[1]) }
      // What is behind these is not due before the last one of them.
      if rows.count == Self.firstDueLimit, let last = rows.last { next = min(next, last[0]) }
    }
    return next == .max ? nil : next
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
      try db.run("UPDATE tenon_runs SET until = ? WHERE run = ?", [until, run])
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
