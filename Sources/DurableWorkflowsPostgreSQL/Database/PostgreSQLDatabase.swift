#if PostgreSQL
/// A session that executes statements one after another.
///
/// A session inside a transaction uses one connection. A ``PostgreSQLDatabase`` chooses a
/// connection for each statement.
public protocol PostgreSQLSession: Sendable {
  /// Executes one statement.
  ///
  /// Parameters are bound and are never part of the text of the statement. They have the text form
  /// of PostgreSQL, whatever type the statement expects, so a driver that binds typed parameters
  /// may bind all of them except ``PostgreSQLValue/bytes(_:)`` as `text`: the statements of this
  /// module cast each parameter.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1`, `$2`, and so on for the parameters.
  ///   - parameters: The values of the parameters.
  /// - Returns: The rows that the statement returns, in order.
  /// - Throws: ``PostgreSQLError``, with the SQLSTATE if the server refused the statement, and with
  ///   ``PostgreSQLError/Reason/connectionLost`` if the statement may or may not have been
  ///   executed.
  @discardableResult
  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow]
}

extension PostgreSQLSession {
  /// Executes one statement without parameters.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The rows.
  /// - Throws: The errors of the form with parameters.
  @discardableResult
  public func query(_ sql: String) async throws -> [PostgreSQLRow] { try await query(sql, []) }
}

/// The requirements of a store on a PostgreSQL driver.
///
/// ``LibPQDatabase`` is the driver that comes with this module. To use another driver, write your
/// own conforming type: ``PostgreSQLSession/query(_:_:)`` and ``transaction(_:)`` are required.
public protocol PostgreSQLDatabase: PostgreSQLSession {
  /// Executes one statement, even if the task is cancelled.
  ///
  /// The store uses this method for a statement whose result it has to know. The default
  /// implementation executes the statement in a separate task. Implement the method if your driver
  /// can ignore the cancellation of a task, which is faster.
  ///
  /// - Parameters:
  ///   - sql: The statement, with `$1`, `$2`, and so on for the parameters.
  ///   - parameters: The values of the parameters.
  /// - Returns: The rows that the statement returns, in order.
  /// - Throws: The errors of ``PostgreSQLSession/query(_:_:)``, except `CancellationError`.
  func queryIgnoringCancellation(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow]

  /// Executes statements in one transaction, with the isolation `READ COMMITTED`.
  ///
  /// The transaction is committed when the closure returns, and rolled back when it throws.
  ///
  /// - Parameter body: A closure that executes the statements. It runs in the task of the caller.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, and ``PostgreSQLError``; with
  ///   ``PostgreSQLError/Reason/commitInDoubt`` if the transaction may or may not have been
  ///   committed.
  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value

  /// Listens to a channel from now on, and again after a connection is lost.
  ///
  /// The default implementation listens to nothing, and the store only polls.
  ///
  /// - Parameter channel: The name of the channel.
  /// - Returns: The notifications. The stream ends only if listening is impossible. Listening ends
  ///   when the stream is released or its task is cancelled.
  func notifications(on channel: String) -> AsyncStream<PostgreSQLNotification>
}

extension PostgreSQLDatabase {
  /// Executes one statement in a separate task.
  public func queryIgnoringCancellation(
    _ sql: String,
    _ parameters: [PostgreSQLValue]
  ) async throws -> [PostgreSQLRow] {
    try await Task { @concurrent in try await query(sql, parameters) }.value
  }

  /// Returns an empty stream.
  public func notifications(on channel: String) -> AsyncStream<PostgreSQLNotification> {
    AsyncStream { $0.finish() }
  }
}

/// A notification from a channel.
public enum PostgreSQLNotification: Hashable, Sendable {
  /// Listening begins, for the first time or again. Earlier notifications were not received.
  case listening
  /// A notification was sent with a payload.
  case payload(String)
}
#endif
