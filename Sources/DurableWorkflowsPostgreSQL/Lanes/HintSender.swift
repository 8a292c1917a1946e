#if PostgreSQL
internal import DurableWorkflows
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
  static let due = ""
  private static let limit = 100

  private let database: any PostgreSQLDatabase
  private let channel: String
  private let state = Locked(State())

  init(_ database: any PostgreSQLDatabase, _ channel: String) {
    self.database = database
    self.channel = channel
  }

  /// Tells that a run has news; `nil` if runs may be due.
  func tell(_ run: String?) {
    // A longer one is no payload.
    let payload = run.map { $0.utf8.count < 7000 ? $0 : Self.due } ?? Self.due
    let isFirst = state.withLock { state in
      // Those of many runs are found by polling.
      if state.payloads.count < Self.limit { state.payloads.insert(payload) }
      state.payloads.insert(Self.due)
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { Task { @concurrent in await send() } }
  }

  private func send() async {
    while true {
      let payloads = state.withLock { state in
        defer { state.payloads = [] }
        if state.payloads.isEmpty { state.isUnderWay = false }
        return state.payloads
      }
      if payloads.isEmpty { return }
      _ = try? await database.query(Self.notify, Self.parameters(channel, payloads))
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  static let notify = "SELECT count(pg_notify($1::text, p)) FROM unnest($2::text[]) AS p"

  static func parameters(_ channel: String, _ payloads: Set<String>) -> [PostgreSQLValue] {
    [.text(channel), .array(payloads.map { .text($0) })]
  }
}
#endif
