#if PostgreSQL
extension LibPQDatabase {
  /// Options for connections.
  public struct Options: Hashable, Sendable {
    /// The maximum number of open connections, not counting those that listen and the one that
    /// extends leases.
    public var maxConnections: Int
    /// The time that a statement waits for a connection while the server is unavailable or all
    /// connections are in use.
    public var connectTimeout: Duration
    /// The maximum duration of a statement; `nil` for no limit.
    ///
    /// The client measures it, so it also ends the wait for a server that has silently gone away.
    public var statementTimeout: Duration?
    /// Whether statements are prepared, so that the server parses and plans them once.
    ///
    /// After a change of a table that changes the columns of a prepared statement, each connection
    /// fails once with the SQLSTATE 0A000, and then prepares the statement again.
    ///
    /// Turn it off behind a pooler that assigns each transaction another connection and does not
    /// support prepared statements.
    public var preparesStatements: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - maxConnections: The maximum number of open connections; at least 1.
    ///   - connectTimeout: The time that a statement waits for a connection.
    ///   - statementTimeout: The maximum duration of a statement; `nil` for no limit.
    ///   - preparesStatements: Whether statements are prepared.
    public init(
      maxConnections: Int = 8,
      connectTimeout: Duration = .seconds(10),
      statementTimeout: Duration? = .seconds(30),
      preparesStatements: Bool = true
    ) {
      self.maxConnections = max(1, maxConnections)
      self.connectTimeout = connectTimeout
      self.statementTimeout = statementTimeout
      self.preparesStatements = preparesStatements
    }

    func statement(_ sql: String, _ parameters: [PostgreSQLValue] = []) -> LibPQStatement {
      LibPQStatement(
        sql: sql,
        parameters: parameters,
        // Statements without parameters control transactions or schemas.
        isPrepared: preparesStatements && !parameters.isEmpty,
        deadline: statementTimeout.map { .now + $0 }
      )
    }
  }
}
#endif
