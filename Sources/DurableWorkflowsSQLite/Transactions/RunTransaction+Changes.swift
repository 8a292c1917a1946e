#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

extension RunTransaction {
  /// Applies a change of a write.
  func apply(_ change: RunChange<Data>, to head: inout RunHead) throws {
    let run = head.run
    switch change {
    case .record(let path, let value, let type, let isCompensated, let took):
      let record = RunRow.Record(
        value: value,
        type: type,
        isCompensated: isCompensated,
        sequence: head.sequence + 1,
        time: now,
        took: took
      )
      guard try insert(record, at: path, of: run) else { return }
      head.sequence += 1
      if head.isMarked {
        try db.run("DELETE FROM tenon_marks WHERE run = ? AND path = ?", run, path.description)
      }
    case .begin(let path): try begin(path, &head)
    case .failed(let path):
      try db.run(
        "DELETE FROM tenon_marks WHERE run = ? AND path = ? AND epoch = ? AND doubt = 0",
        run,
        path.description,
        head.epoch
      )
    case .wait(let path, for: let time): try wait(path, until: time.map(self.time) ?? .max, run)
    case .limit(let path, until: let due): try limit(path, until: due, run)
    case .attempt(let path, failed: let failed, pause: let pause):
      try attempt(path, failed, due: time(after: pause), run)
    case .undo(let failure):
      head.isUndoing = true
      try undo(failure, run)
    case .undone(let path, hasSucceeded: let hasSucceeded):
      try requireWhole(path.description)
      try db.run(
        "INSERT OR REPLACE INTO tenon_undone (run, path, succeeded) VALUES (?, ?, ?)",
        run,
        path.description,
        hasSucceeded
      )
    }
  }

  private func begin(_ path: RecordPath, _ head: inout RunHead) throws {
    try requireWhole(path.description)
    head.sequence += 1
    head.isMarked = true
    try db.run(
      """
      INSERT INTO tenon_marks (run, path, epoch, sequence, doubt, earlier) \
      VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT DO UPDATE \
      SET epoch = excluded.epoch, sequence = excluded.sequence, doubt = 1, earlier = 0
      """,
      head.run,
      path.description,
      head.epoch,
      head.sequence
    )
  }

  private func wait(_ path: RecordPath, until due: StoreTime, _ run: Int64) throws {
    try requireWhole(path.description)
    try db.run(
      "INSERT INTO tenon_waits (run, path, due) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      run,
      path.description,
      due
    )
  }

  private func limit(_ path: RecordPath, until due: StoreTime, _ run: Int64) throws {
    try requireWhole(path.description)
    // `.max` removes a timeout: the step ended in time.
    try db.run(
      """
      INSERT INTO tenon_limits (run, path, due) VALUES (?, ?, ?) \
      ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due = \(StoreTime.max)
      """,
      run,
      path.description,
      due
    )
  }

  private func attempt(
    _ path: RecordPath,
    _ failed: Int,
    due: StoreTime,
    _ run: Int64
  ) throws {
    try requireWhole(path.description)
    // The paths inside begin with the path and a slash; '0' is the character after the slash.
    let text = path.description
    func forget(_ statement: String) throws {
      try db.run(
        "\(statement) WHERE run = ? AND path >= ? AND path < ? AND (path = ? OR path >= ?)",
        run,
        text,
        text + "0",
        text,
        text + "/"
      )
    }
    try forget("DELETE FROM tenon_limits")
    try forget("DELETE FROM tenon_waits")
    try forget("DELETE FROM tenon_attempts")
    try forget("UPDATE tenon_marks SET earlier = 1")
    try db.run(
      "INSERT INTO tenon_attempts (run, path, failed, due) VALUES (?, ?, ?, ?)",
      run,
      text,
      failed,
      due
    )
  }

  private func undo(_ failure: RunFailure, _ run: Int64) throws {
    var type: String?
    var message: String?
    if case .error(type: let errorType, message: let errorMessage) = failure {
      type = kept(errorType)
      message = kept(errorMessage)
    }
    try db.run(
      "INSERT OR REPLACE INTO tenon_undoing (run, type, message) VALUES (?, ?, ?)",
      run,
      type,
      message
    )
  }
}
#endif
