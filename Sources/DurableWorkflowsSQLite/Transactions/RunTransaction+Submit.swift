#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

extension RunTransaction {
  func submit(_ submission: RunSubmission) throws -> SubmissionAnswer {
    try requireWhole(submission.id)
    try requireWhole(submission.workflow)
    if let place = submission.place {
      try requireWhole(place.queue)
      try requireWhole(place.partition)
      try requireWhole(place.key ?? "")
      if let other = try taker(of: place, by: submission) { return .taken(by: other) }
    }
    let sequence = submission.records.values.map(\.sequence).max() ?? 0
    // Without `RETURNING`, for which SQLite builds a table in memory.
    try db.run(
      """
      INSERT INTO tenon_runs (id, workflow, version, submitted, deadline, state, due, epoch, lease, \
      fruitless, cancelled, sequence, undoing, queue, partition, priority, \
      key) \
      VALUES (?, ?, ?, ?, ?, 0, ?, 0, 0, 0, 0, ?, 0, ?, ?, ?, ?) \
      ON CONFLICT (id) DO NOTHING
      """,
      submission.id,
      submission.workflow,
      submission.version,
      now,
      submission.timeLimit.map { now.after($0.milliseconds) },
      now.after(submission.delay.milliseconds),
      sequence,
      submission.place?.queue,
      submission.place?.partition ?? "",
      submission.place?.priority ?? 0,
      submission.place?.key
    )
    if db.changesCount == 0 { return try compare(submission) }
    let run = db.lastInsertedRowID
    try db.run(
      "INSERT INTO tenon_inputs (run, value) VALUES (?, ifnull(?, x''))",
      run,
      submission.input
    )
    for (path, record) in submission.records {
      try requireWhole(path.description)
      try insert(record, at: path, of: run)
    }
    for (name, value) in submission.tags { try insert(value, named: name, of: run) }
    for (name, value) in submission.signals {
      try requireWhole(name)
      try insert(RunRow.Signal(value: value, arrival: now), named: name, of: run)
    }
    return .new
  }

  /// Returns the run that prevents a new one from being added because it has the key; a run that is
  /// to be replaced is cancelled.
  private func taker(of place: QueuePlace, by submission: RunSubmission) throws -> String? {
    guard let key = place.key, try stored(submission.id) == nil else { return nil }
    let row = try db.row(
      "SELECT id FROM tenon_runs WHERE queue = ? AND key = ?",
      [place.queue, key]
    )
    guard let other: String = row?[0] else { return nil }
    if place.ifTaken == .keep { return other }
    try change(other) { $0.giveWay(at: now) }
    return nil
  }

  private func compare(_ submission: RunSubmission) throws -> SubmissionAnswer {
    let row = try db.row(
      """
      SELECT workflow, version, value FROM tenon_runs JOIN tenon_inputs USING (run) WHERE id = ?
      """,
      [submission.id]
    )
    guard let row else { return .different }
    let definition = WorkflowVersion(row[0], version: row[1])
    let input: Data = row[2]
    return definition == submission.definition && input == submission.input ? .same : .different
  }

  func insert(_ record: RunRow<Data>.Record, at path: RecordPath, of run: Int64) throws {
    try db.run(
      """
      INSERT OR REPLACE INTO tenon_records (run, path, compensated, sequence, time, took, type, value) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ifnull(?, x''))
      """,
      run,
      path.description,
      record.isCompensated,
      record.sequence,
      record.time,
      record.took,
      kept(record.type),
      record.value
    )
  }
}
#endif
