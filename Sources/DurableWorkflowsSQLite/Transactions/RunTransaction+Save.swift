#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

extension RunTransaction {
  /// Writes what a rule has changed in a run.
  ///
  /// - Parameters:
  ///   - row: The run after the rule.
  ///   - old: The run before it, with the same parts.
  ///   - run: The number of the run.
  /// - Throws: An error of the database, or of a name that cannot be stored.
  func save(_ row: RunRow<Data>, before old: RunRow<Data>, of run: Int64) throws {
    if row == old { return }
    for name in row.awaited where !old.awaited.contains(name) { try requireWhole(name) }
    if case .running = old.state, case .running(until: let until) = row.state,
      row.epoch == old.epoch, row.key == old.key, row.isPaused == old.isPaused
    {
      try saveProgress(row, until: until, run)
    } else {
      try saveHead(row, run)
    }
    if row.state != old.state { try saveEnd(row.state, before: old.state, run) }
    if row.undoing != old.undoing { try saveUndoing(row.undoing, run) }
    try saveSteps(row, before: old, run)
    for (name, value) in row.tags where old.tags[name] != value {
      try insert(value, named: name, of: run)
    }
    for name in old.tags.keys where row.tags[name] == nil {
      try db.run("DELETE FROM tenon_tags WHERE run = ? AND name = ?", run, name)
    }
    for (name, signal) in row.signals where old.signals[name] == nil {
      try insert(signal, named: name, of: run)
    }
    for name in old.signals.keys where row.signals[name] == nil {
      try db.run("DELETE FROM tenon_signals WHERE run = ? AND name = ?", run, name)
    }
  }

  func insert(_ tag: String, named name: String, of run: Int64) throws {
    try requireWhole(name)
    try db.run(
      "INSERT OR REPLACE INTO tenon_tags (run, name, value) VALUES (?, ?, ?)",
      run,
      name,
      kept(tag)
    )
  }

  func insert(_ signal: RunRow<Data>.Signal, named name: String, of run: Int64) throws {
    try db.run(
      "INSERT INTO tenon_signals (run, name, arrival, value) VALUES (?, ?, ?, ifnull(?, x''))",
      run,
      name,
      signal.arrival,
      signal.value
    )
  }

  /// Writes the columns that change while a worker has the run, none of which is indexed.
  private func saveProgress(_ row: RunRow<Data>, until: StoreTime, _ run: Int64) throws {
    try db.run(
      """
      UPDATE tenon_runs SET until = ?, fruitless = ?, cancelled = ?, token = ?, sequence = ? \
      WHERE run = ?
      """,
      until,
      row.fruitlessClaims,
      row.isCancelRequested,
      row.lastToken,
      row.lastSequence,
      run
    )
  }

  private func saveHead(_ row: RunRow<Data>, _ run: Int64) throws {
    let (due, until): (StoreTime?, StoreTime?) =
      switch row.state {
      case .ready(at: let due): (due, nil)
      case .running(until: let until): (until, until)
      case .ended, .setAside: (nil, nil)
      }
    try db.run(
      """
      UPDATE tenon_runs SET deadline = ?, state = ?, due = ?, until = ?, ended = ?, worker = ?, \
      epoch = ?, lease = ?, fruitless = ?, cancelled = ?, token = ?, sequence = ?, awaited = ?, \
      key = ?, started = ?, paused = ? WHERE run = ?
      """,
      row.deadline,
      StoredRun.State(of: row).rawValue,
      due,
      until,
      row.ended,
      row.worker,
      row.epoch,
      row.lease,
      row.fruitlessClaims,
      row.isCancelRequested,
      row.lastToken,
      row.lastSequence,
      StoredRun.text(row.awaited),
      row.key,
      row.started,
      row.isPaused,
      run
    )
  }

  private func saveEnd(
    _ state: RunRow<Data>.State,
    before old: RunRow<Data>.State,
    _ run: Int64
  ) throws {
    switch state {
    case .ended(.value(let value)):
      // An empty payload is bound as NULL.
      try db.run(
        "INSERT OR REPLACE INTO tenon_ends (run, value) VALUES (?, ifnull(?, x''))",
        run,
        value
      )
    case .ended(.failure(.error(type: let type, message: let message))):
      try db.run(
        "INSERT OR REPLACE INTO tenon_ends (run, type, message) VALUES (?, ?, ?)",
        run,
        kept(type),
        kept(message)
      )
    case .setAside(let reason):
      try db.run(
        "INSERT OR REPLACE INTO tenon_ends (run, message) VALUES (?, ?)",
        run,
        kept(reason)
      )
    case .ended(.failure(.cancelled)), .ready, .running:
      switch old {
      case .ready, .running: break
      case .ended, .setAside: try db.run("DELETE FROM tenon_ends WHERE run = ?", run)
      }
    }
  }

  private func saveUndoing(_ failure: RunFailure?, _ run: Int64) throws {
    try db.run("UPDATE tenon_runs SET undoing = ? WHERE run = ?", failure != nil, run)
    guard let failure else {
      return try db.run("DELETE FROM tenon_undoing WHERE run = ?", run)
    }
    let (type, message): (String?, String?) =
      switch failure {
      case .error(type: let type, message: let message): (kept(type), kept(message))
      case .cancelled: (nil, nil)
      }
    try db.run(
      "INSERT OR REPLACE INTO tenon_undoing (run, type, message) VALUES (?, ?, ?)",
      run,
      type,
      message
    )
  }

  /// Writes what has changed at the places of steps.
  private func saveSteps(
    _ row: RunRow<Data>,
    before old: RunRow<Data>,
    _ run: Int64
  ) throws {
    try save(row.records, before: old.records, "records", run) { path, record in
      try insert(record, at: path, of: run)
    }
    try save(row.marks, before: old.marks, "marks", run) { path, mark in
      try db.run(
        """
        INSERT OR REPLACE INTO tenon_marks (run, path, epoch, sequence, doubt, earlier) \
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        run,
        path.description,
        mark.epoch,
        mark.sequence,
        mark.isInDoubt,
        mark.isOfEarlierAttempt
      )
    }
    for (table, now, before) in [
      ("waits", row.waits, old.waits), ("limits", row.limits, old.limits),
    ] {
      try save(now, before: before, table, run) { path, due in
        try db.run(
          "INSERT OR REPLACE INTO tenon_\(table) (run, path, due) VALUES (?, ?, ?)",
          run,
          path.description,
          due
        )
      }
    }
    try save(row.attempts, before: old.attempts, "attempts", run) { path, attempts in
      try db.run(
        "INSERT OR REPLACE INTO tenon_attempts (run, path, failed, due) VALUES (?, ?, ?, ?)",
        run,
        path.description,
        attempts.failed,
        attempts.due
      )
    }
    try save(row.undone, before: old.undone, "undone", run) { path, hasSucceeded in
      try db.run(
        "INSERT OR REPLACE INTO tenon_undone (run, path, succeeded) VALUES (?, ?, ?)",
        run,
        path.description,
        hasSucceeded
      )
    }
  }

  private func save<Value: Equatable>(
    _ values: [RecordPath: Value],
    before old: [RecordPath: Value],
    _ table: String,
    _ run: Int64,
    _ write: (RecordPath, Value) throws -> Void
  ) throws {
    if values.isEmpty, old.isEmpty { return }
    for path in old.keys where values[path] == nil {
      try db.run("DELETE FROM tenon_\(table) WHERE run = ? AND path = ?", run, path.description)
    }
    for (path, value) in values where old[path] != value {
      try requireWhole(path.description)
      try write(path, value)
    }
  }
}
#endif
