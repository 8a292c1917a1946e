#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

extension RunTransaction {
  func commit(_ write: RunWrite) throws -> WriteAnswer {
    guard let stored = try stored(write.run) else { return .lost }
    let old = try row(of: stored, for: write)
    var row = old
    let verdict = row.commit(
      epoch: write.epoch,
      token: write.token,
      write.changes,
      write.continuation,
      at: now
    )
    switch verdict {
    case .kept:
      try save(row, before: old, of: stored.run)
      try saveDates(of: write, before: old, of: stored.run)
      return .kept(at: now)
    case .lost: return .lost
    case .cancelled: return .cancelled
    }
  }

  /// Returns a run with the parts that a write can change, and without payloads.
  ///
  /// The time of a write must not depend on what the run has recorded.
  private func row(of stored: StoredRun, for write: RunWrite) throws -> RunRow<Data> {
    if write.changes.contains(.restart) { return try whole(stored) }
    var row = stored.row
    for change in write.changes {
      switch change {
      case .record(let path, _, type: _, isCompensated: _, took: _):
        try addRecord(at: path, to: &row, of: stored.run)
        try addMarks(to: &row, of: stored.run, at: path)
      case .begin(let path), .failed(let path):
        try addMarks(to: &row, of: stored.run, at: path)
      case .wait(let path, for: _, until: _):
        row.waits[path] = try due("waits", at: path, of: stored.run)
      case .limit(let path, until: _):
        row.limits[path] = try due("limits", at: path, of: stored.run)
      case .attempt:
        try addMarks(to: &row, of: stored.run)
        try addPauses(to: &row, of: stored.run)
      case .undone(let path, hasSucceeded: _):
        row.undone[path] = try db.first(
          "SELECT succeeded FROM tenon_undone WHERE run = ? AND path = ?",
          [stored.run, path.description]
        ) { try $0.value(0) as Bool }
      case .tag(let name, _):
        row.tags[name] = try db.first(
          "SELECT value FROM tenon_tags WHERE run = ? AND name = ?",
          [stored.run, name]
        ) { try $0.value(0) as String }
      case .undo: try addUndoing(to: &row, of: stored)
      case .restart: break
      }
    }
    if case .park(let wake) = write.continuation {
      for name in wake.signals { try addSignal(name, to: &row, of: stored.run) }
    }
    return row
  }

  /// Adds a record without its value, if there is one.
  func addRecord(at path: RecordPath, to row: inout RunRow<Data>, of run: Int64) throws {
    let sequence = try db.first(
      "SELECT sequence FROM tenon_records WHERE run = ? AND path = ?",
      [run, path.description]
    ) { try $0.value(0) as Int }
    guard let sequence else { return }
    row.records[path] = RunRow.Record(
      value: Data(),
      type: "",
      isCompensated: false,
      sequence: sequence,
      time: 0
    )
  }

  private func due(_ table: String, at path: RecordPath, of run: Int64) throws -> StoreTime? {
    try db.first(
      "SELECT due FROM tenon_\(table) WHERE run = ? AND path = ?",
      [run, path.description]
    ) { try $0.value(0) as StoreTime }
  }
}
#endif
