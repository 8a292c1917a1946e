#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB

extension RunTransaction {
  func send(_ value: Data, to signal: String, of run: String) throws -> SignalDelivery {
    try requireWhole(signal)
    guard var head = try head(of: run) else { return .unknown }
    if head.state.hasEnded { return .ended }
    try db.run(
      """
      INSERT INTO tenon_signals (run, name, arrival, value) VALUES (?, ?, ?, ifnull(?, x'')) \
      ON CONFLICT DO NOTHING
      """,
      head.run,
      signal,
      now,
      value
    )
    if db.changesCount == 0 { return .taken }
    if head.state == .ready, head.awaited.contains(signal) {
      head.becomeReady(at: now)
      try save(head)
    }
    return .kept
  }

  func hasSignal(_ name: String, of run: Int64) throws -> Bool {
    try db.row("SELECT 1 FROM tenon_signals WHERE run = ? AND name = ?", [run, name]) != nil
  }

  func cancel(_ run: String) throws -> CancellationAnswer {
    guard var head = try head(of: run), !head.isUndoing, !head.state.hasEnded else {
      return .refused
    }
    head.isCancelRequested = true
    head.fruitless = 0
    var answer = CancellationAnswer.requested
    if head.state != .running {
      if try hasEffects(head.run) {
        head.becomeReady(at: now)
      } else {
        try end(&head, with: .failure(.cancelled))
        answer = .cancelled
      }
    }
    try save(head)
    return answer
  }

  func undo(_ run: String) throws -> CancellationAnswer {
    guard var head = try head(of: run), head.state == .succeeded else { return try cancel(run) }
    head.isCancelRequested = true
    head.fruitless = 0
    head.deadline = nil
    try db.run("DELETE FROM tenon_ends WHERE run = ?", head.run)
    let hasEffects = try hasEffects(head.run)
    if hasEffects {
      try apply(.undo(.cancelled), to: &head)
      head.becomeReady(at: now)
      head.ended = nil
    } else {
      try end(&head, with: .failure(.cancelled))
    }
    try save(head)
    return hasEffects ? .requested : .cancelled
  }

  /// Returns whether a run has something to undo: a compensated step with a record or a mark.
  private func hasEffects(_ run: Int64) throws -> Bool {
    let row = try db.row(
      """
      SELECT EXISTS (
        SELECT 1 FROM tenon_records AS r WHERE run = :run AND compensated AND NOT EXISTS
          (SELECT 1 FROM tenon_undone AS u WHERE u.run = r.run AND u.path = r.path)
      ) OR EXISTS (
        SELECT 1 FROM tenon_marks AS m WHERE run = :run AND NOT EXISTS
          (SELECT 1 FROM tenon_records AS r WHERE r.run = m.run AND r.path = m.path)
        AND NOT EXISTS
          (SELECT 1 FROM tenon_undone AS u WHERE u.run = m.run AND u.path = m.path)
      )
      """,
      ["run": run]
    )
    return row?[0] ?? false
  }

  func reopen(_ run: String) throws -> Bool {
    guard var head = try head(of: run) else { return false }
    switch head.state {
    case .setAside: break
    case .failed, .cancelled: try forgetUndoing(&head)
    case .ready, .running, .succeeded: return false
    }
    for table in ["attempts", "limits", "ends"] {
      try db.run("DELETE FROM tenon_\(table) WHERE run = ?", head.run)
    }
    head.fruitless = 0
    head.deadline = nil
    head.ended = nil
    head.becomeReady(at: now)
    try save(head)
    return true
  }

  /// Discards the reason for the undoing, the records of the undone steps, and those of later
  /// steps: these steps run again, and the run waits anew for signals that have not arrived.
  private func forgetUndoing(_ head: inout RunHead) throws {
    let undone = """
      WHERE run = ? AND path IN (SELECT path FROM tenon_undone WHERE run = ? AND succeeded)
      """
    try forgetRecords(behindWhatWasUndoneOf: head.run)
    try db.run("DELETE FROM tenon_marks \(undone)", head.run, head.run)
    try db.run(
      "DELETE FROM tenon_waits WHERE run = ? AND substr(path, -8) = '/%signal'",
      head.run
    )
    for table in ["undone", "undoing"] {
      try db.run("DELETE FROM tenon_\(table) WHERE run = ?", head.run)
    }
    head.isUndoing = false
    head.isCancelRequested = false
  }

  /// Removes the records of steps that were undone and of all steps after the first of them.
  ///
  /// Values under keys are removed with the steps that set them. A step that could not be undone
  /// keeps its record.
  private func forgetRecords(behindWhatWasUndoneOf run: Int64) throws {
    let first = """
      SELECT min(sequence) FROM (
        SELECT sequence FROM tenon_records WHERE run = :run AND path IN undone
        UNION ALL SELECT sequence FROM tenon_marks WHERE run = :run AND path IN undone
      )
      """
    let owner = "substr(r.path, 1, instr(r.path, '/%values/') - 1)"
    try db.run(
      """
      WITH undone AS (SELECT path FROM tenon_undone WHERE run = :run AND succeeded),
      kept AS (SELECT path FROM tenon_undone WHERE run = :run AND NOT succeeded),
      gone AS (
        SELECT path FROM tenon_records WHERE run = :run AND sequence >= (\(first))
        AND path NOT IN kept AND instr(path, '/%values/') = 0
      )
      DELETE FROM tenon_records AS r WHERE run = :run AND (
        path IN gone OR instr(r.path, '/%values/') > 0 AND \(owner) IN gone
      )
      """,
      run
    )
  }

  static let endedRuns =
    "SELECT run FROM tenon_runs WHERE ended <= ? ORDER BY ended, id LIMIT ?"

  func removeEnded(olderThan age: Int, limit: Int) throws -> Int {
    let runs = try db.rows(Self.endedRuns, [time(after: -age), max(0, limit)])
    for row in runs {
      let run: Int64 = row[0]
      for table in [
        "runs", "inputs", "ends", "undoing", "records", "marks", "waits", "limits", "attempts",
        "undone", "signals",
      ] {
        try db.run("DELETE FROM tenon_\(table) WHERE run = ?", run)
      }
    }
    return runs.count
  }
}
#endif
