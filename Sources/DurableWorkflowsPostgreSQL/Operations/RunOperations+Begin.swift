#if PostgreSQL
internal import DurableWorkflows
internal import Foundation

/// A submission followed by a claim.
struct Beginning: Sendable {
  let run: RunSubmission
  let request: ClaimRequest

  /// Whether the statement that adds the run can give it to the worker.
  var isDirect: Bool {
    run.place == nil && run.delay.milliseconds == 0 && request.queues.isEmpty
      && request.workflows.contains(run.definition) && request.limit > 0
      && request.maxFruitlessClaims > 0
  }

  /// The parameters of the statement for a run that begins alone; `nil` if it has records.
  fileprivate var parameters: [PostgreSQLValue]? {
    guard run.records.isEmpty, request.workflows == [run.definition] else { return nil }
    return [
      .text(run.id), .text(run.workflow), PostgreSQLValue(run.timeLimit?.milliseconds),
      .bytes(run.input), .text(request.worker), .integer(request.lease.milliseconds),
      .integer(run.version),
    ]
  }

  /// The part of the request that beginnings have to share to be in one statement.
  var claim: ClaimRequest {
    var claim = request
    claim.limit = 0
    return claim
  }
}

/// The result of a beginning.
struct Begun: Sendable {
  var answer: SubmissionAnswer
  var claim: ClaimAnswer
}

extension RunOperations {
  /// Adds runs whose identifiers differ and gives runs to their workers, in one write for each
  /// worker.
  func begin(_ beginnings: [Beginning]) async throws -> [Begun] {
    if beginnings.count == 1, let begun = try await begin(beginnings[0]) { return [begun] }
    var answers: [Begun?] = Array(repeating: nil, count: beginnings.count)
    for (claim, places) in Dictionary(grouping: beginnings.indices, by: { beginnings[$0].claim }) {
      let group = try await begin(places.map { beginnings[$0] }, claim)
      for (place, answer) in zip(places, group) { answers[place] = answer }
    }
    return answers.compactMap(\.self)
  }

  /// Adds a run that its worker begins at once, even if the task is cancelled.
  ///
  /// - Returns: The run; `nil`, without a change, if another run is due, or the run exists.
  func begin(_ beginning: Beginning) async throws -> Begun? {
    guard let parameters = beginning.parameters else { return nil }
    let rows = try await repeating {
      try await database.queryIgnoringCancellation(statements.beginOne, parameters)
    }
    guard let row = rows.first, let now = row[0].integer else { return nil }
    if let age = row[1].integer { await keepTime(after: age) }
    let (run, request) = (beginning.run, beginning.request)
    let answer = ClaimAnswer(
      runs: [ClaimAnswer.Run(id: run.id, row: RunRow(run, now, request))],
      now: now,
      nextDue: row[2].integer,
      nextSchedule: row[3].integer
    )
    return Begun(answer: .new, claim: answer)
  }

  /// Adds runs and gives a worker as many runs as all of the requests ask for.
  private func begin(_ group: [Beginning], _ request: ClaimRequest) async throws -> [Begun] {
    let runs = group.map(\.run)
    var request = request
    request.limit = group.map(\.request.limit).reduce(0, +)
    let rows = try await repeating { [request] in
      try await database.query(
        statements.begin,
        parameters(request, limit: request.limit) + Self.parameters(runs)
      )
    }
    let claims = try Claims(rows)
    let others = runs.indices.filter { !claims.added.keys.contains($0) }
    // The conflicting run may have been committed just now, so another statement has to look.
    let submitted = others.isEmpty ? [] : try await submit(others.map { runs[$0] }).answers
    var answers = Array(repeating: SubmissionAnswer.new, count: runs.count)
    for (place, answer) in zip(others, submitted) { answers[place] = answer }
    let claim = try await complete(claims, runs, request)
    return split(claim, among: group, answers)
  }

  /// Returns the complete answer to a claim that arrived with submissions.
  private func complete(
    _ claims: Claims,
    _ runs: [RunSubmission],
    _ request: ClaimRequest
  ) async throws -> ClaimAnswer {
    let new = claims.added.filter(\.value).keys.map { place in
      let run = ClaimAnswer.Run(id: runs[place].id, row: RunRow(runs[place], claims.now, request))
      return (due: claims.now, run: run)
    }
    let claimed = claims.runs.filter { $0.verdict == .claimed }
    let old = claimed.isEmpty ? [] : try await load(claimed, of: request.worker)
    let dues = Dictionary(claimed.map { (Data($0.id.utf8), $0.was) }) { one, _ in one }
    let all = new + old.map { (due: dues[Data($0.id.utf8)] ?? 0, run: $0) }
    var answer = ClaimAnswer(
      runs: all.sorted { ($0.due, $0.run.id) < ($1.due, $1.run.id) }.map(\.run),
      now: claims.now,
      nextDue: claims.next,
      schedules: claims.schedules,
      nextSchedule: claims.nextSchedule
    )
    // Others may be due in place of a run that already existed or could not be claimed here.
    if claims.isStale || claims.added.count < runs.count, answer.runs.count < request.limit {
      var rest = request
      rest.limit -= answer.runs.count
      var more = try await claim(rest)
      more.runs = answer.runs + more.runs
      answer = more
    } else {
      await keepTime(after: claims.age)
    }
    return answer
  }

  /// Gives each request as many runs as it asks for, and the first one the parts that exist once.
  private func split(
    _ claim: ClaimAnswer,
    among group: [Beginning],
    _ answers: [SubmissionAnswer]
  ) -> [Begun] {
    var rest = claim.runs[...]
    return zip(group, answers).enumerated().map { number, pair in
      var part = claim
      part.runs = Array(rest.prefix(pair.0.request.limit))
      rest = rest.dropFirst(part.runs.count)
      if number > 0 { (part.setAside, part.schedules) = ([], []) }
      return Begun(answer: pair.1, claim: part)
    }
  }
}

extension RunRow<Data> {
  /// Creates a run that was claimed when it was added.
  fileprivate init(_ run: RunSubmission, _ now: StoreTime, _ request: ClaimRequest) {
    self.init(
      workflow: run.workflow,
      version: run.version,
      input: run.input,
      at: now,
      deadline: run.timeLimit.map { now + $0.milliseconds }
    )
    records = run.records
    lastSequence = run.records.values.map(\.sequence).max() ?? 0
    lease = request.lease.milliseconds
    state = .running(until: now + lease)
    worker = request.worker
    epoch = 1
    fruitlessClaims = 1
  }
}

extension StoreStatements {
  /// Adds a run that a worker begins at once, unless another run of the workflow is due.
  ///
  /// The next time may be too early, if the lease of a run that ends then was extended. A schedule
  /// that is due has a time that has passed, at which the worker looks.
  func makeBeginOne() -> String {
    // The minimum, because PostgreSQL may read the whole table to find whether one exists.
    """
    WITH clock AS MATERIALIZED (
      SELECT \(time) AS now, seen, (
        SELECT min(due) FROM \(schema).runs
        WHERE workflow = $2::text AND version = $7::bigint
        AND due IS NOT NULL AND queue IS NULL
      ) AS next
      FROM \(schema).store WHERE id = 1
    ),
    added AS (
      INSERT INTO \(schema).runs
        (id, workflow, version, submitted, deadline, due, state, until, worker, epoch, lease,
        fruitless)
      SELECT $1::text, $2::text, $7::bigint, now, now + $3::bigint, now + $6::bigint, 1, now + $6::bigint,
        $5::text, 1, $6::bigint, 1
      FROM clock WHERE next IS NULL OR next > now
      ON CONFLICT DO NOTHING RETURNING run, due
    ),
    input AS (
      INSERT INTO \(schema).inputs (run, value) SELECT run, $4::bytea FROM added
    )
    SELECT now, now - seen, least(due, next),
      (
        SELECT min(next) FROM \(schema).schedules
        WHERE workflow = $2::text AND version = $7::bigint AND next IS NOT NULL
      )
    FROM added, clock
    """
  }

  /// Adds runs without a queue and gives runs to a worker: first those that were already due, then,
  /// as far as there is room, the new ones, which are added as claimed.
  ///
  /// If one of the runs that are due has to be examined more closely, none is claimed.
  var begin: String {
    """
    WITH \(clock),
    \(askedRuns(from: 8)),
    due AS MATERIALIZED (
      SELECT d.*, NULL::text AS queue, 0::bigint AS priority, false AS is_new,
        fruitless + 1 > $5::bigint AS hopeless
      FROM (\(dueRuns)) AS d
    ),
    closer AS MATERIALIZED (
      SELECT EXISTS (SELECT FROM due WHERE hopeless OR state = 1 AND until > due) AS look
    ),
    first AS MATERIALIZED (
      SELECT run, id, due FROM due
      UNION ALL SELECT NULL, id COLLATE "C", now FROM asked, clock
      ORDER BY due, id LIMIT \(Self.limit)
    ),
    chosen AS (
      SELECT due.* FROM due, closer
      WHERE NOT closer.look AND due.run IN (SELECT run FROM first WHERE run IS NOT NULL)
    ),
    \(taken),
    begun AS MATERIALIZED (
      SELECT a.*, NOT closer.look AND a.id IN (SELECT id FROM first WHERE run IS NULL) AS begins
      FROM asked AS a, closer
    ),
    added AS (
      INSERT INTO \(schema).runs
        (id, workflow, version, submitted, deadline, position, due, state, until, worker, epoch,
        lease, fruitless)
      SELECT id, workflow, version, now, now + time_limit, count,
        CASE WHEN begins THEN now + $4::bigint ELSE now END,
        begins::integer,
        CASE WHEN begins THEN now + $4::bigint END,
        CASE WHEN begins THEN $3::text END,
        begins::integer,
        CASE WHEN begins THEN $4::bigint ELSE 0 END,
        begins::integer
      FROM begun, clock ORDER BY id COLLATE "C"
      ON CONFLICT DO NOTHING RETURNING run, id, state, due
    ),
    \(addedParts(from: 19))
    \(answer(
      nextDue: "(\(nextDue)), (SELECT min(due) FROM added)",
      stale: "(SELECT look FROM closer)"
    ))
    UNION ALL SELECT 3, place, NULL, NULL, NULL, NULL, NULL, NULL, NULL, state = 1
    FROM added JOIN asked USING (id)
    """
  }
}
#endif
