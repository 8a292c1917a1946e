#if PostgreSQL
/// Executes statements, one after the other.
///
/// A session inside a transaction is one connection; a ``PostgreSQLDatabase`` chooses a connection
/// for each statement.
public protocol PostgreSQLSession: Sendable {
  /// Executes one statement.
  ///
  /// Parameters are bound, and never part of the text of the statement. They have the text form of
  /// PostgreSQL, whatever the statement makes of them, so a driver that binds parameters with types
  /// may bind all but ``PostgreSQLValue/bytes(_:)`` as `text`: the statements of this module cast
  /// each of them.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1`, `$2` and so on for the parameters.
  ///   - parameters: The values of the parameters.
  /// - Returns: The rows: those that the statement returns, in their order.
  /// - Throws: ``PostgreSQLError``, with the SQLSTATE if the server has refused the statement, and
  ///   with ``PostgreSQLError/Reason/connectionLost`` if it is not known whether it was executed.
  @discardableResult
  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow]
}

extension PostgreSQLSession {
  /// Executes one statement without parameters.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The rows.
  /// - Throws: What the form with parameters throws.
  @discardableResult
  public func query(_ sql: String) async throws -> [PostgreSQLRow] { try await query(sql, []) }
}

/// What a store needs of a driver of PostgreSQL.
///
/// ``LibPQDatabase`` is the driver that comes with this module. To use another one, write a type of
/// your own: three methods.
public protocol PostgreSQLDatabase: PostgreSQLSession {
  /// Executes statements in one transaction, with the isolation `READ COMMITTED`.
  ///
  /// It is committed when the closure returns, and rolled back when it throws.
  ///
  /// - Parameter body: Executes the statements, in the task of the caller.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, and ``PostgreSQLError``; with
  ///   ``PostgreSQLError/Reason/commitInDoubt`` if it is not known whether it was committed.
  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value

  /// Listens to a channel, from now on, and again after a connection was lost.
  ///
  /// The default listens to nothing; then a store only polls.
  ///
  /// - Parameter channel: The name of the channel.
  /// - Returns: The notifications. It ends only if nothing can be listened to; the listening ends
  ///   when it is released, or its task is cancelled.
  func notifications(on channel: String) -> AsyncStream<PostgreSQLNotification>
}

extension PostgreSQLDatabase {
  /// Listens to nothing.
  public func notifications(on channel: String) -> AsyncStream<PostgreSQLNotification> {
    AsyncStream { $0.finish() }
  }
}

/// What comes from a channel.
public enum PostgreSQLNotification: Hashable, Sendable {
  /// The listening begins, for the first time or again: what was sent before has not come.
  case listening
  /// Somebody has sent something.
  case payload(String)
}
#endif
