#if PostgreSQL
extension LibPQDatabase {
  /// How connections are used.
  public struct Options: Hashable, Sendable {
    /// How many connections are open at the same time, without those that listen.
    public var maxConnections: Int
    /// How long a statement waits for a connection, while the server is away or all are in use.
    public var connectTimeout: Duration
    /// How long a statement may take; `nil` for no limit.
    ///
    /// It is measured here, so it also ends the wait for a server that has gone without a word.
    public var statementTimeout: Duration?
    /// Whether statements are prepared, so that the server reads and plans them once.
    ///
    /// Switch it off behind a pooler that gives each transaction another connection and does not
    /// know about prepared statements.
    public var preparesStatements: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - maxConnections: How many connections are open at the same time; at least 1.
    ///   - connectTimeout: How long a statement waits for a connection.
    ///   - statementTimeout: How long a statement may take; `nil` for no limit.
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
        // Without parameters it is one of transactions, or of schemas.
        isPrepared: preparesStatements && !parameters.isEmpty,
        deadline: statementTimeout.map { .now + $0 }
      )
    }
  }
}
#endif
