#if PostgreSQL
extension PostgreSQLRunStore {
  /// How a store uses its database.
  public struct Options: Hashable, Sendable {
    /// The name of the schema with the tables of the store, which is created if it is missing.
    public var schema: String
    /// Whether processes tell each other to look for runs, with `LISTEN` and `NOTIFY`.
    ///
    /// Each process has one more connection for that. Switch it off behind a pooler that gives each
    /// transaction another connection. Without it, what another process has submitted is found at
    /// the next look, within the poll interval of the runs.
    public var listens: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - schema: The name of the schema with the tables of the store.
    ///   - listens: Whether processes tell each other to look for runs.
    public init(schema: String = "tenon", listens: Bool = true) {
      self.schema = schema
      self.listens = listens
    }
  }
}
#endif
