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
/// attempts are repeated with backoff. No thread of the concurrency pool blocks: each connection
/// has its own thread. A process may exit while connections are open or being opened.
///
/// Cancelling a task that executes a statement asks the server to cancel the statement, and closes
/// its connection. The statement may or may not have been executed.
public final class LibPQDatabase: PostgreSQLDatabase {
  private let pool: ConnectionPool
  private let options: Options

  /// Creates a database without opening a connection.
  ///
  /// - Parameters:
  ///   - url: The URL of the server and the database, as libpq reads it.
  ///   - options: Options for connections.
  /// - Throws: ``PostgreSQLError`` with the reason ``PostgreSQLError/Reason/invalidURL``.
  public init(_ url: String, options: Options = Options()) throws {
    pool = ConnectionPool(try ConnectionInfo(url), options)
    self.options = options
  }

  deinit { pool.close() }

  /// Closes all connections.
  ///
  /// Statements in progress fail.
  public func close() { pool.close() }

  /// Executes one statement on an idle connection.
  @discardableResult
  public func query(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    let connection = try await pool.acquire()
    defer { pool.release(connection) }
    return try await connection.execute(options.statement(sql, parameters)).rows
  }

  /// Executes statements in one transaction on a dedicated connection.
  ///
  /// As usual in PostgreSQL, a failed statement aborts the transaction: later statements fail, too.
  public func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    let connection = try await pool.acquire()
    defer { pool.release(connection) }
    _ = try await connection.execute(options.statement("BEGIN ISOLATION LEVEL READ COMMITTED"))
    let session = LibPQSession(connection, options)
    let value: Value
    do {
      value = try await body(session)
    } catch {
      session.end()
      let rollback = options.statement("ROLLBACK")
      if (try? await connection.execute(rollback, isCancellable: false)) == nil {
        connection.close()
      }
      throw error
    }
    session.end()
    try await commit(connection)
    return value
  }

  private func commit(_ connection: LibPQConnection) async throws {
    do {
      let commit = options.statement("COMMIT")
      let answer = try await connection.execute(commit, isCancellable: false)
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

/// The connection of a transaction while the transaction is open.
private final class LibPQSession: PostgreSQLSession {
  private let connection: LibPQConnection
  private let options: LibPQDatabase.Options
  private let hasEnded = Locked(false)

  init(_ connection: LibPQConnection, _ options: LibPQDatabase.Options) {
    self.connection = connection
    self.options = options
  }

  func end() { hasEnded.withLock { $0 = true } }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    if hasEnded.withLock({ $0 }) {
      throw PostgreSQLError(.closed, detail: "the transaction has ended")
    }
    return try await connection.execute(options.statement(sql, parameters)).rows
  }
}
#endif
