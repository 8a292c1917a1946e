#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

/// The results of submissions.
struct Submitted: Sendable {
  /// The answer for each submission, in the same order.
  var answers: [SubmissionAnswer] = []
  /// The runs that were cancelled because others now have their keys.
  var replaced: [String] = []
}

extension RunOperations {
  /// Adds runs in one write.
  func submit(_ submissions: [RunSubmission]) async throws -> Submitted {
    try await repeating {
      if Self.needsTransaction(submissions) {
        return try await database.transaction { try await submit(submissions, in: $0) }
      }
      return try await submit(submissions, in: database)
    }
  }

  /// Returns whether more than one statement may have to write.
  private static func needsTransaction(_ submissions: [RunSubmission]) -> Bool {
    submissions.contains { $0.place?.key != nil && $0.place?.ifTaken == .replace }
      || firstGroup(of: submissions[...]).count < submissions.count
  }

  /// Adds runs as if one after another.
  func submit(
    _ submissions: [RunSubmission],
    in session: any PostgreSQLSession
  ) async throws -> Submitted {
    var submitted = Submitted()
    var rest = submissions[...]
    while !rest.isEmpty {
      let group = Self.firstGroup(of: rest)
      rest = rest.dropFirst(group.count)
      let part = try await submitApart(Array(group), in: session)
      submitted.answers += part.answers
      submitted.replaced += part.replaced
    }
    return submitted
  }

  /// Returns the first submissions that share neither identifiers nor keys.
  private static func firstGroup(of submissions: ArraySlice<RunSubmission>)
    -> ArraySlice<RunSubmission>
  {
    var names: Set<[Data]> = []
    return submissions.prefix { submission in
      // By bytes: canonically equivalent texts with different bytes are different identifiers.
      let isNew = names.insert([Data(submission.id.utf8)]).inserted
      guard let place = submission.place, let key = place.key else { return isNew }
      return names.insert([Data(place.queue.utf8), Data(key.utf8)]).inserted && isNew
    }
  }

  /// Adds runs that share neither identifiers nor keys.
  private func submitApart(
    _ submissions: [RunSubmission],
    in session: any PostgreSQLSession
  ) async throws -> Submitted {
    var answers: [SubmissionAnswer?] = Array(repeating: nil, count: submissions.count)
    var replaced: [String] = []
    // The conflicting run may be gone when it is examined.
    for _ in 0..<10 {
      let open = submissions.indices.filter { answers[$0] == nil }
      if open.isEmpty { break }
      let rows = try await session.query(
        statements.submit,
        Self.parameters(open.map { submissions[$0] })
      )
      for row in rows { if let place = row[0].integer { answers[open[place]] = .new } }
      let others = open.filter { answers[$0] == nil }
      if others.isEmpty { continue }
      // What was in the way may have been committed only now, so another statement has to look.
      for (place, obstacle) in try await obstacles(others.map { submissions[$0] }, in: session) {
        let index = others[place]
        switch obstacle {
        case .run(let isSame): answers[index] = isSame ? .same : .different
        case .holder(let holder):
          guard let place = submissions[index].place, place.ifTaken == .replace else {
            answers[index] = .taken(by: holder)
            continue
          }
          if try await free(place, of: holder, in: session) { replaced.append(holder) }
        }
      }
    }
    if answers.contains(nil) {
      throw PostgreSQLError(.refused, sqlState: "40001", detail: "the key of a run is taken anew")
    }
    return Submitted(answers: answers.compactMap(\.self), replaced: replaced)
  }

  private enum Obstacle {
    /// A run with the identifier.
    case run(isSame: Bool)
    /// The run that has the key.
    case holder(String)
  }

  /// Returns what prevents submissions from being added, by their positions.
  private func obstacles(
    _ submissions: [RunSubmission],
    in session: any PostgreSQLSession
  ) async throws -> [Int: Obstacle] {
    let rows = try await session.query(
      statements.obstacles,
      [
        .array(submissions.indices.map { .integer($0) }),
        .array(submissions.map { .text($0.id) }),
        .array(submissions.map { .text($0.workflow) }),
        .array(submissions.map { .integer($0.version) }),
        .array(submissions.map { .bytes($0.input) }),
        .array(submissions.map { PostgreSQLValue($0.place?.queue) }),
        .array(submissions.map { PostgreSQLValue($0.place?.key) }),
      ]
    )
    var obstacles: [Int: Obstacle] = [:]
    for row in rows {
      guard let place = row[0].integer else { continue }
      if let isSame = row[1].boolean {
        obstacles[place] = .run(isSame: isSame)
      } else if let holder = row[2].text {
        obstacles[place] = .holder(holder)
      }
    }
    return obstacles
  }

  /// Takes the key from a run and cancels the run.
  ///
  /// - Returns: Whether it still had the key.
  private func free(
    _ place: QueuePlace,
    of run: String,
    in session: any PostgreSQLSession
  ) async throws -> Bool {
    let freed = try await session.query(
      statements.free,
      [.text(run), .text(place.queue), PostgreSQLValue(place.key)]
    )
    if freed.isEmpty { return false }
    _ = try await cancel(run, in: session)
    return true
  }

  static func requireWhole(_ submission: RunSubmission) throws {
    let place = submission.place
    try Kept.requireWhole(submission.id, submission.workflow)
    try Kept.requireWhole(place?.queue, place?.partition, place?.key)
    for path in submission.records.keys { try Kept.requireWhole(path.description) }
    for name in submission.signals.keys { try Kept.requireWhole(name) }
    for name in submission.tags.keys { try Kept.requireWhole(name) }
  }

  static func parameters(_ submissions: [RunSubmission]) -> [PostgreSQLValue] {
    var entries: [JournalEntry] = []
    var places: [(id: String, position: Int, time: StoreTime)] = []
    for submission in submissions {
      let records = submission.records.sorted { $0.value.sequence < $1.value.sequence }
      for (position, (path, record)) in records.enumerated() {
        entries.append(JournalEntry(record, at: path))
        places.append((submission.id, position + 1, record.time))
      }
      for (position, tag) in submission.tags.enumerated() {
        entries.append(JournalEntry(.tag(tag.key, tag.value)))
        places.append((submission.id, records.count + position + 1, 0))
      }
    }
    let signals = submissions.flatMap { submission in
      submission.signals.map { (run: submission.id, name: $0.key, value: $0.value) }
    }
    let runs: [PostgreSQLValue] = [
      .array(submissions.indices.map { .integer($0) }),
      .array(submissions.map { .text($0.id) }),
      .array(submissions.map { .text($0.workflow) }),
      .array(submissions.map { .integer($0.version) }),
      .array(submissions.map { .bytes($0.input) }),
      .array(submissions.map { .integer($0.delay.milliseconds) }),
      .array(submissions.map { PostgreSQLValue($0.timeLimit?.milliseconds) }),
      .array(submissions.map { .integer($0.records.count + $0.tags.count) }),
      .array(submissions.map { PostgreSQLValue($0.place?.queue) }),
      .array(submissions.map { .text($0.place?.partition ?? "") }),
      .array(submissions.map { .integer($0.place?.priority ?? 0) }),
      .array(submissions.map { PostgreSQLValue($0.place?.key) }),
      .array(places.map { .text($0.id) }),
      .array(places.map { .integer($0.position) }),
      .array(places.map { .integer($0.time) }),
    ]
    let sent: [PostgreSQLValue] = [
      .array(signals.map { .text($0.run) }),
      .array(signals.map { .text($0.name) }),
      .array(signals.map { .bytes($0.value) }),
    ]
    return runs + JournalEntry.parameters(entries) + sent
  }
}
#endif
