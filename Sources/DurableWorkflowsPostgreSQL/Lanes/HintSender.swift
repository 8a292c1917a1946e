#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Futures

/// A sender of hints to other processes, a moment after the write that causes them.
///
/// `NOTIFY` takes a lock of the whole server when it commits. Therefore it is not part of the
/// writes of runs, and hints in quick succession are sent once. If the process ends before it sends
/// a hint, polling finds the change.
final class HintSender: Sendable {
  private struct State {
    var payloads: Set<String> = []
    var isUnderWay = false
  }

  /// The payload that announces that runs may be due.
  private static let due = ""
  private static let limit = 100
  private static let shortestPause = Duration.milliseconds(2)
  private static let longestPause = Duration.milliseconds(25)

  private let database: any PostgreSQLDatabase
  private let channel: String
  /// The name of this store among the listeners.
  private let name = UUID().uuidString.prefix(8)
  private let state = Locked(State())

  init(_ database: any PostgreSQLDatabase, _ channel: String) {
    self.database = database
    self.channel = channel
  }

  /// Announces that a run has news, or, for `nil`, that runs may be due.
  func tell(_ run: String?) {
    let payload = run.map(Self.payload) ?? Self.due
    let isFirst = state.withLock { state in
      // If there are many, polling finds the rest.
      if state.payloads.count < Self.limit { state.payloads.insert(payload) }
      state.payloads.insert(Self.due)
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { Task { @concurrent in await send() } }
  }

  private static func payload(_ run: String) -> String {
    // A longer text is not a valid payload.
    run.utf8.count < 7000 ? run : due
  }

  /// Sends pending hints until none has arrived during a pause.
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
      // A single hint is sent at once, and many hints at most forty times a second.
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private static let notify = "SELECT count(pg_notify($1::text, p)) FROM unnest($2::text[]) AS p"

  private func parameters(_ payloads: Set<String>) -> [PostgreSQLValue] {
    [.text(channel), .array(payloads.map { .text("\(name) \($0)") })]
  }

  /// Announces in a transaction that runs may be due and that others have news; the hints are
  /// delivered only after the commit.
  func tellDue(in session: any PostgreSQLSession, andNewsOf runs: [String]) async throws {
    // Sent without a store name, because this store has not looked for these changes yet, either.
    let payloads = ([Self.due] + runs.map(Self.payload)).map { PostgreSQLValue.text(" \($0)") }
    try await session.query(Self.notify, [.text(channel), .array(payloads)])
  }

  /// Returns the hint of a notification, or `nil` if this store sent it.
  func hint(_ notification: PostgreSQLNotification) -> RunHint? {
    // Notifications sent before listening began were not received.
    guard case .payload(let payload) = notification else { return .due }
    let parts = payload.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.first == name { return nil }
    let run = parts.count > 1 ? String(parts[1]) : Self.due
    return run == Self.due ? .due : .news(run)
  }
}
#endif
