#if PostgreSQL
internal import DurableWorkflows
internal import Foundation

extension RunOperations {
  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try Kept.requireWhole(request.worker)
    for workflow in request.workflows { try Kept.requireWhole(workflow) }
    var runs: [ClaimAnswer.Run] = []
    var setAside: [String] = []
    while true {
      let limit = max(0, request.limit - runs.count)
      let answer = try await repeating { try await claim(request, limit: limit) }
      setAside += answer.runs.filter { $0.verdict == .setAside }.map(\.id)
      let claimed = answer.runs.filter { $0.verdict == .claimed }
      if !claimed.isEmpty { runs += try await load(claimed, of: request.worker) }
      // Instead of those that were not to be had, there may be others.
      if claimed.count < answer.runs.count, runs.count < request.limit { continue }
      if answer.age > 1000 || answer.age <= 0 { await keepTime() }
      return ClaimAnswer(runs: runs, setAside: setAside, now: answer.now, nextDue: answer.next)
    }
  }

  private struct Claimed: Sendable {
    enum Verdict: Int { case extended, setAside, claimed }

    let run: Int
    let id: String
    /// When it was due.
    let was: StoreTime
    let verdict: Verdict
  }

  private struct Claims: Sendable {
    /// In the order in which they were due.
    var runs: [Claimed] = []
    var now = 0
    /// How long the time was not kept.
    var age = 0
    var next: StoreTime?
  }

  private func claim(_ request: ClaimRequest, limit: Int) async throws -> Claims {
    let rows = try await database.query(
      statements.claim,
      [
        .array(request.workflows.map { .text($0) }),
        .integer(limit),
        .text(request.worker),
        .integer(request.lease.milliseconds),
        .integer(request.maxFruitlessClaims),
        .text("It was begun \(request.maxFruitlessClaims) times in a row, and never got on."),
      ]
    )
    var claims = Claims()
    for row in rows {
      if let now = row[4].integer {
        (claims.now, claims.age, claims.next) = (now, row[5].integer ?? 0, row[6].integer)
      } else if let run = row[0].integer, let id = row[1].text,
        let verdict = row[3].integer.flatMap(Claimed.Verdict.init)
      {
        claims.runs.append(
          Claimed(run: run, id: id, was: row[2].integer ?? 0, verdict: verdict)
        )
      }
    }
    claims.runs.sort { ($0.was, $0.id) < ($1.was, $1.id) }
    return claims
  }

  private func load(_ claimed: [Claimed], of worker: String) async throws -> [ClaimAnswer.Run] {
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

  /// Keeps the time, if no other process does; it is no matter if that fails.
  private func keepTime() async { _ = try? await database.query(statements.keepTime) }

  func renew(_ worker: String) async throws -> [RunNews] {
    try Kept.requireWhole(worker)
    let rows = try await repeating(isIdempotent: true) {
      try await database.query(statements.renew, [.text(worker)])
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
