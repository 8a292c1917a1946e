#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

// What waits for a date, when the date is set: the due times in the tables are times of the store,
// which passes regardless of the date.

extension RunTransaction {
  /// Plans what waits for dates anew, if the date was set since it was last planned.
  ///
  /// Runs that are parked are woken once: they wait again until the time that their date now has. A
  /// wait that has ended stays ended. Schedules whose next time is a later one than it should be
  /// are left to a worker, which knows their rules.
  func followDate() throws {
    guard clock.hasToPlan(at: stamp, planned: plannedShift) else { return }
    try db.run("UPDATE tenon_store SET shift = ?", stamp.shift)
    let parked = "SELECT run FROM tenon_runs WHERE state = 0"
    try db.run(
      """
      UPDATE tenon_runs SET due = ? WHERE state = 0 AND run IN \
      (SELECT run FROM tenon_waits WHERE date IS NOT NULL AND due > ?)
      """,
      now,
      now
    )
    try db.run(
      """
      UPDATE tenon_waits SET due = max(date - ?, ?) \
      WHERE date IS NOT NULL AND due > ? AND run IN (\(parked))
      """,
      stamp.shift,
      now,
      now
    )
    if stamp.shift < plannedShift {
      try db.run(
        "UPDATE tenon_schedules SET next = ?, revision = revision + 1 WHERE next > ?",
        StoredSchedule.unplanned,
        stamp.date
      )
    }
  }

  /// Writes the dates that waits of a write wait for.
  func saveDates(of write: RunWrite, before old: RunRow<Data>, of run: Int64) throws {
    for change in write.changes {
      guard case .wait(let path, for: _, until: let date?) = change, old.waits[path] == nil else {
        continue
      }
      try db.run(
        "UPDATE tenon_waits SET date = ? WHERE run = ? AND path = ?",
        date,
        run,
        path.description
      )
    }
    guard case .park = write.continuation, clock.wasSet else { return }
    // The date was set while a worker had the run.
    let (shift, tolerance) = (stamp.shift, StoreClock.tolerance)
    try db.run(
      """
      UPDATE tenon_waits SET due = max(date - ?, ?) \
      WHERE run = ? AND date IS NOT NULL AND due > ? AND abs(due - max(date - ?, ?)) > ?
      """,
      shift,
      now,
      run,
      now,
      shift,
      now,
      tolerance
    )
    if db.changesCount > 0 {
      try db.run("UPDATE tenon_runs SET due = ? WHERE run = ? AND state = 0", now, run)
    }
  }
}
#endif
