#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation

extension RunOperations {
  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try Self.requireWhole(request)
    var answer = ClaimAnswer(runs: [], now: 0, nextDue: nil)
    var isContended = false
    while true {
      let limit = max(0, request.limit - answer.runs.count)
      let claims = try await repeating { [isContended] in
        try await claim(request, limit: limit, isContended: isContended)
      }
      if claims.isStale, !isContended {
        isContended = true
        continue
      }
      answer.setAside += claims.runs.filter { $0.verdict == .setAside }.map(\.id)
      let claimed = claims.runs.filter { $0.verdict == .claimed }
      if !claimed.isEmpty { answer.runs += try await load(claimed, of: request.worker) }
      // There may be others in place of those that could not be claimed.
      if claimed.count < claims.runs.count, answer.runs.count < request.limit { continue }
      await keepTime(after: claims.age)
      (answer.now, answer.nextDue) = (claims.now, claims.next)
      (answer.schedules, answer.nextSchedule) = (claims.schedules, claims.nextSchedule)
      return answer
    }
  }

  static func requireWhole(_ request: ClaimRequest) throws {
    try Kept.requireWhole(request.worker)
    for known in request.workflows { try Kept.requireWhole(known.workflow) }
    for queue in request.queues { try Kept.requireWhole(queue.name) }
  }

  /// Claims runs in one write.
  ///
  /// - Parameters:
  ///   - request: The worker and the runs that it asks for.
  ///   - limit: The maximum number of runs.
  ///   - isContended: Whether other claims have to wait for this one from the beginning, because
  ///     they have interfered before.
  /// - Returns: The runs and the times.
  /// - Throws: `PostgreSQLError`.
  private func claim(
    _ request: ClaimRequest,
    limit: Int,
    isContended: Bool
  ) async throws -> Claims {
    let parameters = parameters(request, limit: limit)
    if request.queues.isEmpty {
      return try Claims(await database.query(statements.claim, parameters))
    }
    let all = parameters + Self.parameters(request.queues)
    if !isContended {
      return try Claims(await database.query(statements.claimInQueues, all))
    }
    return try await database.transaction { session in
      let names = request.queues.map { PostgreSQLValue.text($0.name) }
      try await session.query(statements.lockQueues, [.array(names)])
      return try Claims(await session.query(statements.claimInQueues, all))
    }
  }

  func parameters(_ request: ClaimRequest, limit: Int) -> [PostgreSQLValue] {
    let workflows = Array(request.workflows)
    return [
      .array(workflows.map { .text($0.workflow) }),
      .integer(limit),
      .text(request.worker),
      .integer(request.lease.milliseconds),
      .integer(request.maxFruitlessClaims),
      .text(FruitlessClaims.reason(request.maxFruitlessClaims)),
      .array(workflows.map { .integer($0.version) }),
    ]
  }

  private static func parameters(_ queues: [RunQueue]) -> [PostgreSQLValue] {
    // Of queues with the same name, the last one counts.
    let byName = Dictionary(queues.map { (Data($0.name.utf8), $0) }) { $1 }
    let queues = Array(byName.values)
    return [
      .array(queues.map { .text($0.name) }),
      .array(queues.map { PostgreSQLValue(bounded($0.maxConcurrentRuns)) }),
      .array(queues.map { PostgreSQLValue(bounded($0.maxConcurrentRunsPerProcess)) }),
      .array(queues.map { PostgreSQLValue(bounded($0.rate?.starts)) }),
      .array(queues.map { PostgreSQLValue($0.rate?.window.milliseconds) }),
    ]
  }

  func load(_ claimed: [Claims.Run], of worker: String) async throws -> [ClaimAnswer.Run] {
    let rows = try await repeating(isIdempotent: true) {
      try await database.query(
        statements.claimed,
        [.array(claimed.map { .integer($0.run) }), .text(worker)]
      )
    }
    let found = try RunParts.byRun(rows)
    return try claimed.compactMap { claimed in
      try found[claimed.run].map { ClaimAnswer.Run(id: claimed.id, row: try $0.row()) }
    }
  }

  /// Stores the time, unless that was done within the last second or another process does it; a
  /// failure does not matter.
  ///
  /// - Parameter age: The time since it was stored, in milliseconds.
  func keepTime(after age: Int) async {
    if age > 1000 || age <= 0 { _ = try? await database.query(statements.keepTime) }
  }

  /// Executes a renewal, on a connection of its own if the database has one.
  private func renewing(
    _ statement: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    try await repeating(isIdempotent: true) {
      guard let database = database as? LibPQDatabase else {
        return try await database.queryIgnoringCancellation(statement, parameters)
      }
      do {
        return try await database.queryInReserve(statement, parameters)
      } catch let error as PostgreSQLError where error.reason == .unreachable {
        // The role may have no connection left for it.
        return try await database.queryIgnoringCancellation(statement, parameters)
      }
    }
  }

  func renew(_ worker: String) async throws -> [RunNews] {
    try Kept.requireWhole(worker)
    var rows = try await renewing(statements.renew, [.text(worker)])
    let locked = rows.compactMap { $0[7].integer }
    rows.removeAll { $0[7] != .null }
    // One by one, because a statement that waits for one row holds no other.
    for run in locked {
      rows += try await renewing(statements.renewOne, [.text(worker), .integer(run)])
    }
    var news: [RunNews] = []
    for row in rows {
      guard let id = row[0].text, let epoch = row[1].integer, let now = row[2].integer else {
        throw PostgreSQLError(.foreign)
      }
      if news.last?.id != id {
        let isCancelRequested = row[3].boolean ?? false
        news.append(
          RunNews(
            id: id,
            epoch: epoch,
            now: now,
            isCancelRequested: isCancelRequested,
            isPaused: row[8].boolean ?? false,
            signals: [:]
          )
        )
      }
      guard let name = row[4].text, let arrival = row[5].integer else { continue }
      news[news.count - 1].signals[name] =
        RunRow.Signal(value: row[6].bytes ?? Data(), arrival: arrival)
    }
    return news
  }

  func release(_ run: String, epoch: Int) async throws {
    try Kept.requireWhole(run)
    _ = try await repeating(isIdempotent: true) {
      try await database.query(statements.release, [.text(run), .integer(epoch)])
    }
  }
}
#endif
