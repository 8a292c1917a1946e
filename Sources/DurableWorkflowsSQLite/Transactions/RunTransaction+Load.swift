#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

extension RunTransaction {
  func load(_ run: String) throws -> RunRow<Data>? { try head(of: run).map { try row($0) } }

  /// Returns the state of a run.
  ///
  /// - Parameters:
  ///   - head: The run.
  ///   - isNew: Whether no worker has had the run before, so that there is less to read.
  /// - Returns: The state.
  /// - Throws: An error of the database.
  func row(_ head: RunHead, isNew: Bool = false) throws -> RunRow<Data> {
    let beginning = try db.first(Self.beginning, [head.run]) { row in
      (
        input: try row.value(0) as Data,
        hasRecords: try row.value(1) as Bool,
        hasSignals: try row.value(2) as Bool
      )
    }
    var row = RunRow(
      workflow: head.workflow,
      version: head.version,
      input: beginning?.input ?? Data(),
      at: head.submitted,
      deadline: head.deadline
    )
    row.queue = head.queue
    row.priority = head.priority
    row.key = head.key
    row.started = head.started
    row.state = try state(of: head)
    row.ended = head.ended
    row.worker = head.worker
    row.epoch = head.epoch
    row.lease = head.lease
    row.fruitlessClaims = head.fruitless
    row.isCancelRequested = head.isCancelRequested
    row.lastToken = head.token
    row.lastSequence = head.sequence
    row.awaited = head.awaited
    if beginning?.hasRecords != false { try addRecords(to: &row, of: head.run) }
    try addMarks(to: &row, of: head)
    if !isNew { try addOtherSteps(to: &row, of: head) }
    if beginning?.hasSignals != false { row.signals = try signals(of: head.run) }
    return row
  }

  /// The input of a run, and whether there is more to read: most claims are of new runs, for which
  /// this is a single statement.
  private static let beginning = """
    SELECT value, EXISTS (SELECT 1 FROM tenon_records AS r WHERE r.run = i.run), \
    EXISTS (SELECT 1 FROM tenon_signals AS s WHERE s.run = i.run) \
    FROM tenon_inputs AS i WHERE run = ?
    """

  private func state(of head: RunHead) throws -> RunRow<Data>.State {
    switch head.state {
    case .ready: return .ready(at: head.due)
    case .running: return .running(until: head.until ?? .min)
    case .cancelled: return .ended(.failure(.cancelled))
    case .succeeded, .failed, .setAside: break
    }
    let end = try db.row("SELECT type, message, value FROM tenon_ends WHERE run = ?", [head.run])
    let type: String = end?[0] ?? ""
    let message: String = end?[1] ?? ""
    switch head.state {
    case .succeeded: return .ended(.value(end?[2] ?? Data()))
    case .failed: return .ended(.failure(.error(type: type, message: message)))
    case .setAside, .ready, .running, .cancelled: return .setAside(message)
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

  private func addMarks(to row: inout RunRow<Data>, of head: RunHead) throws {
    if head.isMarked {
      for mark in try rows("path, epoch, sequence, doubt, earlier", "marks", head.run) {
        row.marks[RecordPath(mark[0])] = RunRow.Mark(
          epoch: mark[1],
          sequence: mark[2],
          isInDoubt: mark[3],
          isOfEarlierAttempt: mark[4]
        )
      }
    }
    if head.isUndoing, let undoing = try rows("type, message", "undoing", head.run).first {
      let type: String? = undoing[0]
      row.undoing = type.map { .error(type: $0, message: undoing[1] ?? "") } ?? .cancelled
    }
  }

  /// Adds what only a worker writes.
  private func addOtherSteps(to row: inout RunRow<Data>, of head: RunHead) throws {
    for wait in try rows("path, due", "waits", head.run) {
      row.waits[RecordPath(wait[0])] = wait[1]
    }
    for limit in try rows("path, due", "limits", head.run) {
      row.limits[RecordPath(limit[0])] = limit[1]
    }
    for attempts in try rows("path, failed, due", "attempts", head.run) {
      row.attempts[RecordPath(attempts[0])] = RunRow.Attempts(failed: attempts[1], due: attempts[2])
    }
    for undone in try rows("path, succeeded", "undone", head.run) {
      row.undone[RecordPath(undone[0])] = undone[1]
    }
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
