#if PostgreSQL
extension PostgreSQLSession {
  /// Returns whether there is a table.
  ///
  /// A table that another process has created a moment ago is found: the statement reads the
  /// catalog, as a query does, and not the cache that functions such as `to_regclass` use.
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
