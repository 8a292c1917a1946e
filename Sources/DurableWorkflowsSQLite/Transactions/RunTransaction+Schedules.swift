#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB

extension RunTransaction {
  private static let columns = "name, workflow, version, input, rule, place, next, paused, revision"

  func setSchedule(_ schedule: StoredSchedule) throws -> Bool {
    try requireWhole(schedule.name)
    try requireWhole(schedule.workflow)
    let old = try self.schedule(schedule.name)
    if let old, old.isSame(as: schedule) { return false }
    var schedule = schedule
    schedule.isPaused = old?.isPaused ?? false
    schedule.revision = (old?.revision ?? 0) + 1
    try save(schedule)
    return true
  }

  private func save(_ schedule: StoredSchedule) throws {
    // An empty payload is bound as NULL.
    try db.run(
      """
      INSERT OR REPLACE INTO tenon_schedules (\(Self.columns)) \
      VALUES (?, ?, ?, CASE WHEN ? THEN ifnull(?, x'') END, ifnull(?, x''), ?, ?, ?, ?)
      """,
      schedule.name,
      schedule.workflow,
      schedule.version,
      schedule.input != nil,
      schedule.input,
      schedule.rule,
      schedule.place,
      schedule.next,
      schedule.isPaused,
      schedule.revision
    )
  }

  func setPaused(_ isPaused: Bool, ofSchedule name: String) throws -> Bool {
    guard var schedule = try schedule(name) else { return false }
    schedule.setPaused(isPaused)
    try save(schedule)
    return true
  }

  func removeSchedule(_ name: String) throws -> Bool {
    try db.run("DELETE FROM tenon_schedules WHERE name = ?", name)
    return db.changesCount > 0
  }

  func schedules() throws -> [StoredSchedule] {
    try db.rows("SELECT \(Self.columns) FROM tenon_schedules ORDER BY name")
      .map(StoredSchedule.init)
  }

  func fire(_ firing: ScheduleFiring) throws -> [SubmissionAnswer]? {
    try db.run(
      """
      UPDATE tenon_schedules SET next = ?, revision = revision + 1 WHERE name = ? AND revision = ?
      """,
      firing.next,
      firing.schedule,
      firing.revision
    )
    if db.changesCount == 0 { return nil }
    return try firing.runs.map { try submit($0) }
  }

  static let dueSchedules = """
    SELECT \(columns) FROM tenon_schedules \
    WHERE workflow = ? AND version = ? AND next <= ? AND NOT paused ORDER BY next, name LIMIT 100
    """

  static let nextSchedule = """
    SELECT next FROM tenon_schedules \
    WHERE workflow = ? AND version = ? AND next > ? AND NOT paused ORDER BY next LIMIT 1
    """

  /// Returns the schedules that are due, and when the next one is due.
  func dueSchedules(
    of workflows: Set<WorkflowVersion>
  ) throws -> (due: [StoredSchedule], next: StoreTime?) {
    if try db.row("SELECT 1 FROM tenon_schedules LIMIT 1") == nil { return ([], nil) }
    var due: [StoredSchedule] = []
    var next: StoreTime?
    for workflow in workflows {
      let arguments: StatementArguments = [workflow.workflow, workflow.version, stamp.date]
      due += try db.rows(Self.dueSchedules, arguments).map(StoredSchedule.init)
      if let row = try db.row(Self.nextSchedule, arguments) {
        // A date, as a time of the store.
        next = min(next ?? .max, (row[0] as StoreTime).after(-stamp.shift))
      }
    }
    return (due.sorted { ($0.next ?? 0, $0.name) < ($1.next ?? 0, $1.name) }, next)
  }

  private func schedule(_ name: String) throws -> StoredSchedule? {
    try db.row("SELECT \(Self.columns) FROM tenon_schedules WHERE name = ?", [name])
      .map(StoredSchedule.init)
  }
}

extension StoredSchedule {
  fileprivate init(_ row: GRDB.Row) {
    self.init(
      name: row[0],
      workflow: row[1],
      version: row[2],
      input: row[3],
      rule: row[4],
      place: row[5],
      next: row[6],
      isPaused: row[7],
      revision: row[8]
    )
  }
}
#endif
