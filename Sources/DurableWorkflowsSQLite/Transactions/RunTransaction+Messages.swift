#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB

extension RunTransaction {
  func send(_ value: Data, to signal: String, of run: String) throws -> SignalDelivery {
    try requireWhole(signal)
    guard let stored = try stored(run) else { return .unknown }
    var old = stored.row
    try addSignal(signal, to: &old, of: stored.run)
    var row = old
    let answer = row.send(value, to: signal, at: now)
    try save(row, before: old, of: stored.run)
    return answer
  }

  func withdraw(_ signal: String, of run: String) throws -> SignalWithdrawal {
    guard let stored = try stored(run) else { return .unknown }
    var old = stored.row
    try addSignal(signal, to: &old, of: stored.run)
    try addRecord(at: .reading(of: signal), to: &old, of: stored.run)
    var row = old
    let answer = row.withdraw(signal)
    try save(row, before: old, of: stored.run)
    return answer
  }

  func cancel(_ run: String) throws -> CancellationAnswer {
    try change(run) { $0.cancel(at: now) } ?? .unknown
  }

  func setPaused(_ isPaused: Bool, of run: String) throws -> Bool {
    try change(run) { $0.setPaused(isPaused, at: now) } ?? false
  }

  func undo(_ run: String) throws -> CancellationAnswer {
    try change(run) { $0.undo(at: now) } ?? .unknown
  }

  func reopen(_ run: String) throws -> Bool { try change(run) { $0.reopen(at: now) } ?? false }

  /// Applies a rule that may read all parts of a run; returns `nil` if there is no such run.
  @discardableResult
  func change<Result>(
    _ run: String,
    _ rule: (inout RunRow<Data>) -> Result
  ) throws -> Result? {
    guard let stored = try stored(run) else { return nil }
    let old = try whole(stored)
    var row = old
    let result = rule(&row)
    try save(row, before: old, of: stored.run)
    return result
  }

  static let endedRuns =
    "SELECT run FROM tenon_runs WHERE ended <= ? ORDER BY ended, id LIMIT ?"

  func removeEnded(olderThan age: Int, limit: Int) throws -> Int {
    let runs = try db.rows(Self.endedRuns, [now.after(-age), max(0, limit)])
    for row in runs {
      let run: Int64 = row[0]
      for table in [
        "runs", "inputs", "ends", "undoing", "records", "marks", "waits", "limits", "attempts",
        "undone", "signals", "tags",
      ] {
        try db.run("DELETE FROM tenon_\(table) WHERE run = ?", run)
      }
    }
    return runs.count
  }
}
#endif
