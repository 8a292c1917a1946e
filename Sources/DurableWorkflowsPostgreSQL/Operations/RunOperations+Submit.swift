#if PostgreSQL
internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunOperations {
  /// Adds runs whose identifiers differ.
  func submit(
    _ submissions: [RunSubmission],
    in session: any PostgreSQLSession
  ) async throws -> [SubmissionAnswer] {
    let added = try await session.query(statements.submit, parameters(submissions))
    let new = Set(added.compactMap(\.[0].text))
    let others = submissions.filter { !new.contains($0.id) }
    // What was in the way may have been committed only now, so another statement has to look.
    let same = others.isEmpty ? [] : try await same(others, in: session)
    return submissions.map {
      new.contains($0.id) ? .new : same.contains($0.id) ? .same : .different
    }
  }

  static func requireWhole(_ submission: RunSubmission) throws {
    try Kept.requireWhole(submission.id, submission.workflow)
    for path in submission.records.keys { try Kept.requireWhole(path.description) }
  }

  private func parameters(_ submissions: [RunSubmission]) -> [PostgreSQLValue] {
    var entries: [JournalEntry] = []
    var places: [(id: String, position: Int, time: StoreTime)] = []
    for submission in submissions {
      let records = submission.records.sorted { $0.value.sequence < $1.value.sequence }
      for (position, (path, record)) in records.enumerated() {
        entries.append(JournalEntry(record, at: path))
        places.append((submission.id, position + 1, record.time))
      }
    }
    return [
      .array(submissions.map { .text($0.id) }),
      .array(submissions.map { .text($0.workflow) }),
      .array(submissions.map { .bytes($0.input) }),
      .array(submissions.map { .integer($0.delay.milliseconds) }),
      .array(submissions.map { PostgreSQLValue($0.timeLimit?.milliseconds) }),
      .array(submissions.map { .integer($0.records.count) }),
      .array(places.map { .text($0.id) }),
      .array(places.map { .integer($0.position) }),
      .array(places.map { .integer($0.time) }),
    ] + JournalEntry.parameters(entries)
  }

  private func same(
    _ submissions: [RunSubmission],
    in session: any PostgreSQLSession
  ) async throws -> Set<String> {
    let rows = try await session.query(
      statements.same,
      [
        .array(submissions.map { .text($0.id) }),
        .array(submissions.map { .text($0.workflow) }),
        .array(submissions.map { .bytes($0.input) }),
      ]
    )
    return Set(rows.compactMap(\.[0].text))
  }
}

extension StoreStatements {
  // In the order of identifiers, so that two of these statements do not wait for each other.
  var submit: String {
    """
    WITH \(clock),
    asked AS MATERIALIZED (
      SELECT * FROM unnest(
        $1::text[], $2::text[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[]
      ) AS a(id, workflow, input, delay, time_limit, count)
    ),
    added AS (
      INSERT INTO \(schema).runs (id, workflow, submitted, deadline, due, position)
      SELECT id, workflow, now, now + time_limit, now + delay, count FROM asked, clock
      ORDER BY id COLLATE "C"
      ON CONFLICT (id) DO NOTHING RETURNING run, id
    ),
    added_inputs AS (
      INSERT INTO \(schema).inputs (run, value)
      SELECT added.run, asked.input FROM added JOIN asked USING (id)
    ),
    added_records AS (
      INSERT INTO \(schema).changes
        (run, position, epoch, time, kind, path, type, flag, number, other, value)
      SELECT added.run, r.position, 0, r.time, r.kind, r.path, r.type, r.flag, r.number, r.other,
        r.value
      FROM unnest(
        $7::text[], $8::bigint[], $9::bigint[], $10::smallint[], $11::text[], $12::text[],
        $13::boolean[], $14::bigint[], $15::bigint[], $16::bytea[]
      ) AS r(id, position, time, kind, path, type, flag, number, other, value)
      JOIN added USING (id)
    )
    SELECT id FROM added
    """
  }

  var same: String {
    """
    SELECT r.id FROM unnest($1::text[], $2::text[], $3::bytea[]) AS a(id, workflow, input)
    JOIN \(schema).runs AS r USING (id) JOIN \(schema).inputs AS i USING (run)
    WHERE r.workflow = a.workflow AND i.value = a.input
    """
  }
}
#endif
