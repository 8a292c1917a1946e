#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

extension RunTransaction {
  func load(_ run: String) throws -> RunRow<Data>? { try stored(run).map { try whole($0) } }

  /// Returns a run with its parts in all tables.
  func whole(_ stored: StoredRun) throws -> RunRow<Data> {
    var row = stored.row
    try complete(&row, of: stored)
    return row
  }

  /// Adds the parts of a run that are in other tables.
  ///
  /// - Parameters:
  ///   - row: The run.
  ///   - stored: The run as it was stored.
  ///   - isNew: Whether no worker has had the run before, so that there is less to read.
  /// - Throws: An error of the database.
  func complete(
    _ row: inout RunRow<Data>,
    of stored: StoredRun,
    isNew: Bool = false
  ) throws {
    let run = stored.run
    let beginning = try db.first(Self.beginning, [run]) { row in
      (
        input: try row.value(0) as Data,
        hasRecords: try row.value(1) as Bool,
        hasSignals: try row.value(2) as Bool,
        hasTags: try row.value(3) as Bool
      )
    }
    row.input = beginning?.input ?? Data()
    try addEnd(to: &row, of: run)
    try addUndoing(to: &row, of: stored)
    if beginning?.hasRecords != false { try addRecords(to: &row, of: run) }
    if !isNew {
      try addMarks(to: &row, of: run)
      try addPauses(to: &row, of: run)
      for undone in try rows("path, succeeded", "undone", run) {
        row.undone[RecordPath(undone[0])] = undone[1]
      }
    }
    if beginning?.hasSignals != false { row.signals = try signals(of: run) }
    if beginning?.hasTags != false {
      for tag in try rows("name, value", "tags", run) { row.tags[tag[0]] = tag[1] }
    }
  }

  /// The input of a run, and whether there is more to read: most claims are of new runs, for which
  /// this is a single statement.
  private static let beginning = """
    SELECT value, EXISTS (SELECT 1 FROM tenon_records AS r WHERE r.run = i.run), \
    EXISTS (SELECT 1 FROM tenon_signals AS s WHERE s.run = i.run), \
    EXISTS (SELECT 1 FROM tenon_tags AS t WHERE t.run = i.run) \
    FROM tenon_inputs AS i WHERE run = ?
    """

  private func addEnd(to row: inout RunRow<Data>, of run: Int64) throws {
    switch row.state {
    case .ready, .running, .ended(.failure(.cancelled)): return
    case .ended, .setAside: break
    }
    let end = try db.row("SELECT type, message, value FROM tenon_ends WHERE run = ?", [run])
    let (type, message): (String, String) = (end?[0] ?? "", end?[1] ?? "")
    switch row.state {
    case .ended(.value): row.state = .ended(.value(end?[2] ?? Data()))
    case .ended(.failure): row.state = .ended(.failure(.error(type: type, message: message)))
    case .setAside: row.state = .setAside(message)
    case .ready, .running: break
    }
  }

  private func addRecords(to row: inout RunRow<Data>, of run: Int64) throws {
    let records = try db.all(
      """
      SELECT path, value, type, compensated, sequence, time, took FROM tenon_records WHERE run = ?
      """,
      [run]
    ) { row in
      let record = RunRow.Record(
        value: try row.value(1) as Data,
        type: try row.value(2),
        isCompensated: try row.value(3),
        sequence: try row.value(4),
        time: try row.value(5),
        took: try row.value(6)
      )
      return (RecordPath(try row.value(0)), record)
    }
    for (path, record) in records { row.records[path] = record }
  }

  /// Adds all marks, or the one at a place.
  func addMarks(
    to row: inout RunRow<Data>,
    of run: Int64,
    at path: RecordPath? = nil
  ) throws {
    let columns = "SELECT path, epoch, sequence, doubt, earlier FROM tenon_marks WHERE run = ?"
    let sql = path == nil ? columns : "\(columns) AND path = ?"
    let arguments: StatementArguments = path.map { [run, $0.description] } ?? [run]
    try db.read(sql, arguments) { mark in
      row.marks[RecordPath(try mark.value(0))] = RunRow.Mark(
        epoch: try mark.value(1),
        sequence: try mark.value(2),
        isInDoubt: try mark.value(3),
        isOfEarlierAttempt: try mark.value(4)
      )
      return true
    }
  }

  /// Adds the waits, the time limits, and the attempts.
  func addPauses(to row: inout RunRow<Data>, of run: Int64) throws {
    for wait in try rows("path, due", "waits", run) { row.waits[RecordPath(wait[0])] = wait[1] }
    for limit in try rows("path, due", "limits", run) {
      row.limits[RecordPath(limit[0])] = limit[1]
    }
    for attempts in try rows("path, failed, due", "attempts", run) {
      row.attempts[RecordPath(attempts[0])] = RunRow.Attempts(failed: attempts[1], due: attempts[2])
    }
  }

  func addUndoing(to row: inout RunRow<Data>, of stored: StoredRun) throws {
    guard stored.isUndoing,
      let undoing = try rows("type, message", "undoing", stored.run).first
    else { return }
    let type: String? = undoing[0]
    row.undoing = type.map { .error(type: $0, message: undoing[1] ?? "") } ?? .cancelled
  }

  /// Adds a signal without its value, if it has arrived.
  func addSignal(_ name: String, to row: inout RunRow<Data>, of run: Int64) throws {
    let arrival = try db.first(
      "SELECT arrival FROM tenon_signals WHERE run = ? AND name = ?",
      [run, name]
    ) { try $0.value(0) as StoreTime }
    if let arrival { row.signals[name] = RunRow.Signal(value: Data(), arrival: arrival) }
  }

  func signals(of run: Int64) throws -> [String: RunRow<Data>.Signal] {
    let signals = try db.all(
      "SELECT name, arrival, value FROM tenon_signals WHERE run = ?",
      [run]
    ) { row in
      let signal = RunRow<Data>.Signal(value: try row.value(2), arrival: try row.value(1))
      return (try row.value(0) as String, signal)
    }
    return Dictionary(signals) { _, last in last }
  }

  private func rows(_ columns: String, _ table: String, _ run: Int64) throws -> [GRDB.Row] {
    try db.rows("SELECT \(columns) FROM tenon_\(table) WHERE run = ?", [run])
  }
}
#endif
