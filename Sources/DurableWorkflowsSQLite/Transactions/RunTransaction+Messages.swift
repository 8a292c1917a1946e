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
      [head.run, signal, now, value]
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

  /// Whether something of a run is to be undone: a compensated step with a record or a mark.
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
      try db.run("DELETE FROM tenon_\(table) WHERE run = ?", [head.run])
    }
    head.fruitless = 0
    head.deadline = nil
    head.ended = nil
    head.becomeReady(at: now)
    try save(head)
    return true
  }

  /// Forgets why a run was undone, and the steps that were: they run again, and it waits anew for
  /// signals that have not come.
  private func forgetUndoing(_ head: inout RunHead) throws {
    let undone = """
      WHERE run = ? AND path IN (SELECT path FROM tenon_undone WHERE run = ? AND succeeded)
      """
    try db.run("DELETE FROM tenon_records \(undone)", [head.run, head.run])
    try db.run("DELETE FROM tenon_marks \(undone)", [head.run, head.run])
    try db.run(
      "DELETE FROM tenon_waits WHERE run = ? AND substr(path, -8) = '/%signal'",
      [head.run]
    )
    for table in ["undone", "undoing"] {
      try db.run("DELETE FROM tenon_\(table) WHERE run = ?", [head.run])
    }
    head.isUndoing = false
    head.isCancelRequested = false
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
        try db.run("DELETE FROM tenon_\(table) WHERE run = ?", [run])
      }
    }
    return runs.count
  }
}
#endif
