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
      let rows = try await repeating { try await claim(request, limit: limit) }
      let found = try RunParts.byRun(rows)
      // In the order in which they were due.
      for parts in found.values.sorted(by: { $0.order < $1.order }) where parts.verdict != .extended
      {
        if parts.verdict == .setAside {
          setAside.append(parts.id)
        } else {
          runs.append(ClaimAnswer.Run(id: parts.id, row: try parts.row()))
        }
      }
      // Instead of those that were not to be had, there may be others.
      let isDone = runs.count >= request.limit || found.values.allSatisfy { $0.verdict == .claimed }
      guard isDone, let next = RunParts.part(.next, of: rows) else { continue }
      if next.other ?? 0 > 1000 || next.other ?? 0 <= 0 { await keepTime() }
      return ClaimAnswer(runs: runs, setAside: setAside, now: next.time, nextDue: next.number)
    }
  }

  private func claim(_ request: ClaimRequest, limit: Int) async throws -> [PostgreSQLRow] {
    try await database.query(
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

extension RunParts {
  fileprivate enum Verdict: Int { case extended, setAside, claimed }

  private var head: Part? { parts.first { $0.kind == .head } }

  /// What a claim has made of a run.
  fileprivate var verdict: Verdict { head?.other.flatMap(Verdict.init) ?? .claimed }

  /// When it was due, and its identifier.
  fileprivate var order: (Int, String) { (head?.number ?? 0, id) }
}
#endif
