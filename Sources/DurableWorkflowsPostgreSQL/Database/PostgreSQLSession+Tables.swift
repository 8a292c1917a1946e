#if PostgreSQL
extension PostgreSQLSession {
  /// Returns whether there is a table.
  ///
  /// The statement reads the catalog tables, so it finds a table that another process has just
  /// created; functions such as `to_regclass` may answer from a cache that does not contain it yet.
  ///
  /// - Parameters:
  ///   - name: The name of the table, without quotes.
  ///   - schema: The name of its schema, without quotes.
  /// - Returns: Whether the schema has a table, or a view, of this name.
  /// - Throws: What `query(_:_:)` throws.
  public func hasTable(_ name: String, inSchema schema: String) async throws -> Bool {
    let found = try await query(
      """
      SELECT EXISTS (
        SELECT FROM pg_catalog.pg_class AS c
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = $1::text AND c.relname = $2::text
      )
      """,
      [.text(schema), .text(name)]
    )
    return found.first?[0].boolean == true
  }
}
#endif
