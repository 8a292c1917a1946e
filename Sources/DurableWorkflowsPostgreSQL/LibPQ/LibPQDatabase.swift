#if PostgreSQL
internal import Foundation
internal import Futures

/// A PostgreSQL database, accessed through the system's libpq library.
///
/// ```swift
/// let database = try LibPQDatabase(
///   "postgresql://worker@db.example.com/app?sslmode=verify-full"
/// )
/// let rows = try await database.query(
///   "SELECT id FROM orders WHERE customer = $1", ["c-17"]
/// )
/// ```
///
/// The URL has the format of libpq and supports all its parameters: `sslmode` and TLS certificates,
/// several hosts with `target_session_attrs`, and so on. Missing parameters are taken from the
/// environment, such as `PGPASSWORD`, and from the files that libpq reads. Descriptions and errors
/// never contain the password.
///
/// Connections are opened when needed and kept open. A lost connection is replaced. While the
/// server is unavailable, statements wait for it up to the connection timeout, and connection
/// attempts are repeated with backoff. Before the first connection has been opened, a failed
/// attempt is reported at once, because the address may be wrong.
///
/// Each connection has its own thread, which waits for the server. A process may exit while
/// connections are open or being opened.
///
/// Cancelling a task that executes a statement asks the server to cancel the statement, and closes
/// its connection. The statement may or may not have been executed.
public final class LibPQDatabase: PostgreSQLDatabase {
  private let pool: ConnectionPool
  /// One more connection, for statements that must not wait for those of others.
  private let reserve: ConnectionPool
  private let options: Options

  /// Creates a database without opening a connection.
  ///
  /// - Parameters:
  ///   - url: The URL of the server and the database, as libpq reads it.
  ///   - options: Options for connections.
  /// - Throws: ``PostgreSQLError`` with the reason ``PostgreSQLError/Reason/invalidURL``.
  public init(_ url: String, options: Options = Options()) throws {
    let info = try ConnectionInfo(url)
    pool = ConnectionPool(info, options)
    var single = options
    single.maxConnections = 1
    reserve = ConnectionPool(info, single)
    self.options = options
  }

  deinit { close() }

  /// Closes all connections.
  ///
  /// Statements in progress fail.
  public func close() {
    pool.close()
    reserve.close()
  }

  /// Executes one statement on an idle connection.
  @discardableResult
  public func query(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    try await execute(sql, parameters, isCancellable: true)
  }

  /// Executes one statement on an idle connection, even if the task is cancelled.
  public func queryIgnoringCancellation(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    try await execute(sql, parameters, isCancellable: false)
  }

  /// Executes one statement on a connection that nothing else uses, even if the task is cancelled.
  func queryInReserve(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    try await execute(sql, parameters, isCancellable: false, in: reserve)
  }

  private func execute(
    _ sql: String,
    _ parameters: [PostgreSQLValue],
    isCancellable: Bool,
    in other: ConnectionPool? = nil
  ) async throws -> [PostgreSQLRow] {
    let pool = other ?? self.pool
    return try await withConnection(of: pool, isCancellable: isCancellable) { connection in
      let statement = options.statement(sql, parameters)
      return try await connection.execute(statement, isCancellable: isCancellable).rows
    }
  }

  /// Executes statements on an idle connection, and on another one if that turns out to have ended.
  private func withConnection<Value>(
    of pool: ConnectionPool,
    isCancellable: Bool = true,
    _ body: (LibPQConnection) async throws -> Value
  ) async throws -> Value {
    while true {
      let connection = try await pool.acquire(isCancellable: isCancellable)
      defer { pool.release(connection) }
      do { return try await body(connection) } catch is LibPQConnection.Unsent {}
    }
  }

  /// Executes statements in one transaction on a dedicated connection.
  ///
  /// As usual in PostgreSQL, a failed statement aborts the transaction: later statements fail, too.
  /// Statements that several tasks execute in the transaction take turns, and one that is still
  /// being executed when the closure returns ends before the transaction does.
  public func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    try await withConnection(of: pool) { connection in
      let begin = options.statement("BEGIN ISOLATION LEVEL READ COMMITTED")
      _ = try await connection.execute(begin)
      return try await transaction(on: connection, body)
    }
  }

  private func transaction<Value: Sendable>(
    on connection: LibPQConnection,
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    let session = LibPQSession(connection, options)
    let value: Value
    do {
      value = try await body(session)
    } catch {
      await session.end()
      let rollback = options.statement("ROLLBACK")
      if (try? await connection.execute(rollback, isCancellable: false)) == nil {
        connection.close()
      }
      throw error
    }
    await session.end()
    try await commit(connection)
    return value
  }

  private func commit(_ connection: LibPQConnection) async throws {
    do {
      let commit = options.statement("COMMIT")
      let answer = try await connection.executeNext(commit, isCancellable: false)
      if answer.command == "ROLLBACK" {
        throw pool.info.error(.refused, sqlState: "25P02", "a statement of it has failed")
      }
    } catch let error as PostgreSQLError where error.isInDoubt {
      throw pool.info.error(.commitInDoubt, sqlState: error.sqlState, error.detail)
    }
  }

  /// Listens to a channel on a dedicated connection.
  public func notifications(on channel: String) -> AsyncStream<PostgreSQLNotification> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
      let listener = LibPQListener(pool.info, channel, timeout: options.connectTimeout) {
        continuation.yield($0)
      }
      continuation.onTermination = { _ in listener.close() }
      listener.start()
    }
  }
}

extension LibPQDatabase: CustomStringConvertible {
  /// The address of the database, without the password.
  public var description: String { pool.info.place }
}

extension LibPQConnection {
  /// Executes another statement of a transaction, which ends with its connection.
  fileprivate func executeNext(
    _ statement: LibPQStatement,
    isCancellable: Bool = true
  ) async throws -> LibPQAnswer {
    do {
      return try await execute(statement, isCancellable: isCancellable)
    } catch let unsent as Unsent {
      throw unsent.reason
    }
  }
}

/// The connection of a transaction while the transaction is open.
private final class LibPQSession: PostgreSQLSession {
  private let connection: LibPQConnection
  private let options: LibPQDatabase.Options
  /// The turns of the statements of several tasks.
  private let turns = ConcurrencyLimit(1)
  private let hasEnded = Locked(false)

  init(_ connection: LibPQConnection, _ options: LibPQDatabase.Options) {
    self.connection = connection
    self.options = options
  }

  /// Refuses further statements, and waits for the end of one that a task is still executing, also
  /// in a task that is cancelled.
  func end() async {
    hasEnded.withLock { $0 = true }
    await turns.run(cancellation: .never) { Future<Void, Never>() }.value
  }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    try await turns.withPermit {
      if hasEnded.withLock({ $0 }) {
        throw PostgreSQLError(.closed, detail: "the transaction has ended")
      }
      return try await connection.executeNext(options.statement(sql, parameters)).rows
    }
  }
}
#endif
