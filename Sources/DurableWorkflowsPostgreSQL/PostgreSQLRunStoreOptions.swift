#if PostgreSQL
/// Options for the use of the database of a store.
public struct PostgreSQLRunStoreOptions: Hashable, Sendable {
  /// The name of the schema that contains the tables of the store; it is created if it does not
  /// exist.
  public var schema: String
  /// Whether processes notify one another of runs with `LISTEN` and `NOTIFY`.
  ///
  /// Each process opens one additional connection for this. Turn it off behind a pooler that
  /// assigns each transaction another connection. Without notifications, a process finds what
  /// another process has submitted when it next polls, within the poll interval of the runs.
  public var listens: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - schema: The name of the schema that contains the tables of the store.
  ///   - listens: Whether processes notify one another of runs.
  public init(schema: String = "tenon", listens: Bool = true) {
    self.schema = schema
    self.listens = listens
  }
}
#endif
