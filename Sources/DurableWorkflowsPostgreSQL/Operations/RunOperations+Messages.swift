#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation

extension RunOperations {
  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    try Kept.requireWhole(run, signal)
    return try await repeating {
      let sent = try await database.query(
        statements.send,
        [.text(run), .text(signal), .bytes(value)]
      )
      if !sent.isEmpty { return .kept }
      let rows = try await database.query(statements.state, [.text(run)])
      guard let state = rows.first?[0].integer.flatMap(RunState.init) else { return .unknown }
      return state.hasEnded ? .ended : .taken
    }
  }

  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try Kept.requireWhole(run, signal)
    return try await repeating {
      try await database.transaction { session in
        guard let head = try await locked(run, in: session),
          var row = try await load([run], in: session)[0]
        else { return .unknown }
        let answer = row.withdraw(signal)
        if answer == .withdrawn {
          _ = try await session.query(statements.withdraw, [.integer(head.run), .text(signal)])
        }
        return answer
      }
    }
  }

  func cancel(_ run: String) async throws -> CancellationAnswer {
    try Kept.requireWhole(run)
    return try await repeating {
      try await database.transaction { try await cancel(run, in: $0) }
    }
  }

  /// Cancels a run in a transaction.
  func cancel(_ run: String, in session: any PostgreSQLSession) async throws -> CancellationAnswer {
    guard let head = try await locked(run, in: session) else { return .unknown }
    if head.isUndoing || head.state.hasEnded { return .refused }
    var end = head.state
    if end != .running {
      let row = try await load([run], in: session)[0]
      end = row?.nextToUndo != nil ? .ready : .cancelled
    }
    _ = try await session.query(statements.cancel, [.integer(head.run), .integer(end.rawValue)])
    return end == .cancelled ? .cancelled : .requested
  }

  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    try Kept.requireWhole(run)
    return try await repeating(isIdempotent: true) {
      try await !database.query(statements.setPaused, [.text(run), .boolean(isPaused)]).isEmpty
    }
  }

  func undo(_ run: String) async throws -> CancellationAnswer {
    try Kept.requireWhole(run)
    let answer = try await repeating {
      try await database.transaction { session -> CancellationAnswer? in
        guard let head = try await locked(run, in: session), head.state == .succeeded else {
          return nil
        }
        let row = try await load([run], in: session)[0]
        let hasEffects = row?.nextToUndo != nil
        _ = try await session.query(
          statements.undo,
          [.integer(head.run), .boolean(hasEffects)]
        )
        return hasEffects ? .requested : .cancelled
      }
    }
    if let answer { return answer }
    return try await cancel(run)
  }

  func reopen(_ run: String) async throws -> Bool {
    try Kept.requireWhole(run)
    return try await repeating {
      try await database.transaction { session in
        guard let head = try await locked(run, in: session) else { return false }
        let hasEnded = head.state == .failed || head.state == .cancelled
        guard hasEnded || head.state == .setAside else { return false }
        _ = try await session.query(
          statements.reopen,
          [.integer(head.run), .boolean(hasEnded)]
        )
        return true
      }
    }
  }

  private struct Head: Sendable {
    let run: Int
    let state: RunState
    let isUndoing: Bool
  }

  /// Returns a run, locked against other changes until the end of the transaction.
  private func locked(_ id: String, in session: any PostgreSQLSession) async throws -> Head? {
    let rows = try await session.query(statements.lock, [.text(id)])
    guard let row = rows.first, let run = row[0].integer,
      let state = row[1].integer.flatMap(RunState.init)
    else { return nil }
    return Head(run: run, state: state, isUndoing: row[2].boolean ?? false)
  }
}

extension StoreStatements {
  /// Stores a signal, and notes it also in the row of the run, so that a worker that parks the run
  /// at the same time finds it.
  var send: String {
    """
    WITH \(clock),
    reached AS (
      UPDATE \(schema).runs AS r SET
        signalled = r.signalled || $2::text,
        due = CASE WHEN r.state = 0 AND NOT r.paused AND $2::text = ANY (r.awaited) THEN clock.now ELSE r.due END
      FROM clock
      WHERE r.id = $1::text AND r.state NOT IN (2, 3, 4) AND NOT $2::text = ANY (r.signalled)
      RETURNING r.run, clock.now
    )
    INSERT INTO \(schema).signals (run, name, arrival, value)
    SELECT run, $2::text, now, $3::bytea FROM reached RETURNING run
    """
  }

  var withdraw: String {
    """
    WITH gone AS (
      DELETE FROM \(schema).signals WHERE run = $1::bigint AND name = $2::text
    )
    UPDATE \(schema).runs SET signalled = array_remove(signalled, $2::text) WHERE run = $1::bigint
    """
  }

  var setPaused: String {
    """
    WITH \(clock)
    UPDATE \(schema).runs AS r SET
      paused = $2::boolean,
      due = CASE
        WHEN r.state <> 0 OR r.paused = $2::boolean THEN r.due
        WHEN NOT $2::boolean THEN clock.now
      END
    FROM clock WHERE r.id = $1::text AND r.state NOT IN (2, 3, 4) RETURNING r.run
    """
  }

  var state: String { "SELECT state FROM \(schema).runs WHERE id = $1::text" }

  var lock: String {
    "SELECT run, state, undoing FROM \(schema).runs WHERE id = $1::text FOR UPDATE"
  }

  var cancel: String {
    """
    WITH \(clock)
    UPDATE \(schema).runs AS r SET
      cancelled = true,
      paused = false,
      fruitless = 0,
      state = $2::bigint,
      due = CASE $2::bigint WHEN 0 THEN clock.now WHEN 1 THEN r.due END,
      until = CASE $2::bigint WHEN 1 THEN r.until END,
      key = CASE WHEN $2::bigint <> 4 THEN r.key END,
      ended = CASE $2::bigint WHEN 4 THEN clock.now ELSE r.ended END
    FROM clock WHERE r.run = $1::bigint
    """
  }

  /// Begins to undo a run; the change kind 7 is the reason for the undoing, and without a type, it
  /// is a cancellation.
  var undo: String {
    """
    WITH \(clock),
    undone AS (
      UPDATE \(schema).runs AS r SET
        cancelled = true,
        fruitless = 0,
        deadline = NULL,
        state = CASE WHEN $2::boolean THEN 0 ELSE 4 END,
        due = CASE WHEN $2::boolean THEN clock.now END,
        until = NULL,
        ended = CASE WHEN $2::boolean THEN NULL ELSE clock.now END,
        position = r.position + 1,
        undoing = $2::boolean
      FROM clock WHERE r.run = $1::bigint RETURNING r.run, r.position, r.epoch, clock.now
    ),
    forgotten AS (DELETE FROM \(schema).outcomes USING undone WHERE outcomes.run = undone.run)
    INSERT INTO \(schema).changes (run, position, epoch, time, kind, flag)
    SELECT run, position, epoch, now, 7, false FROM undone WHERE $2::boolean
    """
  }

  var reopen: String {
    """
    WITH \(clock),
    opened AS (
      UPDATE \(schema).runs AS r SET
        state = 0, due = clock.now, paused = false, until = NULL, ended = NULL, deadline = NULL, fruitless = 0,
        position = r.position + 1,
        cancelled = r.cancelled AND NOT $2::boolean,
        undoing = r.undoing AND NOT $2::boolean
      FROM clock WHERE r.run = $1::bigint RETURNING r.run, r.position, r.epoch, clock.now
    ),
    forgotten AS (DELETE FROM \(schema).outcomes USING opened WHERE outcomes.run = opened.run)
    INSERT INTO \(schema).changes (run, position, epoch, time, kind, flag)
    SELECT run, position, epoch, now, 10, $2::boolean FROM opened
    """
  }
}
#endif
