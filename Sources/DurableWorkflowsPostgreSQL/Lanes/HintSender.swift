#if PostgreSQL
internal import DurableWorkflows
internal import Foundation
internal import Futures

/// Tells other processes to look, a moment after the write that is the reason.
///
/// `NOTIFY` takes a lock of the whole server at its commit. So it is none of the writes of runs,
/// and what comes in quick succession is told once. If the process ends before, polling finds it.
final class HintSender: Sendable {
  private struct State {
    var payloads: Set<String> = []
    var isUnderWay = false
  }

  /// The payload that says that runs may be due.
  private static let due = ""
  private static let limit = 100
  private static let shortestPause = Duration.milliseconds(2)
  private static let longestPause = Duration.milliseconds(25)

  private let database: any PostgreSQLDatabase
  private let channel: String
  /// The name of this store among those that listen.
  private let name = UUID().uuidString.prefix(8)
  private let state = Locked(State())

  init(_ database: any PostgreSQLDatabase, _ channel: String) {
    self.database = database
    self.channel = channel
  }

  /// Tells that a run has news; `nil` if runs may be due.
  func tell(_ run: String?) {
    let payload = run.map(Self.payload) ?? Self.due
    let isFirst = state.withLock { state in
      // Those of many runs are found by polling.
      if state.payloads.count < Self.limit { state.payloads.insert(payload) }
      state.payloads.insert(Self.due)
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { Task { @concurrent in await send() } }
  }

  private static func payload(_ run: String) -> String {
    // A longer one is no payload.
    run.utf8.count < 7000 ? run : due
  }

  /// Sends what there is to send, until nothing has come during a pause.
  private func send() async {
    var pause = Self.shortestPause
    while true {
      let payloads = state.withLock { state in
        defer { state.payloads = [] }
        if state.payloads.isEmpty { state.isUnderWay = false }
        return state.payloads
      }
      if payloads.isEmpty { return }
      _ = try? await database.query(Self.notify, parameters(payloads))
      try? await Task.sleep(for: pause)
      // One that comes alone is sent at once, and many of them forty times a second.
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private static let notify = "SELECT count(pg_notify($1::text, p)) FROM unnest($2::text[]) AS p"

  private func parameters(_ payloads: Set<String>) -> [PostgreSQLValue] {
    [.text(channel), .array(payloads.map { .text("\(name) \($0)") })]
  }

  /// Tells in a transaction that runs may be due, and that others have news; it is delivered after
  /// the commit, and only then.
  func tellDue(in session: any PostgreSQLSession, andNewsOf runs: [String]) async throws {
    // As nobody in particular, because this store has not looked for it yet.
    let payloads = ([Self.due] + runs.map(Self.payload)).map { PostgreSQLValue.text(" \($0)") }
    try await session.query(Self.notify, [.text(channel), .array(payloads)])
  }

  /// Returns the hint of a notification; `nil` if it is one of this store.
  func hint(_ notification: PostgreSQLNotification) -> RunHint? {
    // What was sent before the listening began has not come.
    guard case .payload(let payload) = notification else { return .due }
    let parts = payload.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.first == name { return nil }
    let run = parts.count > 1 ? String(parts[1]) : Self.due
    return run == Self.due ? .due : .news(run)
  }
}
#endif
