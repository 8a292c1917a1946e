#if PostgreSQL
internal import DurableWorkflows

/// The name of a schema, as it appears in statements.
struct SchemaName: CustomStringConvertible, Sendable {
  let name: String
  /// The quoted name.
  let description: String

  init(_ name: String) throws {
    if name.utf8.contains(0) { throw PostgreSQLError(.nullCharacter) }
    if !(1...63).contains(name.utf8.count) {
      throw PostgreSQLError(.refused, detail: "the name of a schema has 1 to 63 bytes")
    }
    self.name = name
    description = "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// The number of the lock under which tables are created.
  var lock: Int { SchemaFingerprint(name).value }

  /// The channel on which processes notify one another.
  var channel: String {
    // PostgreSQL truncates longer names.
    String(decoding: "tenon_\(name)".utf8.prefix(63), as: UTF8.self)
  }
}
#endif
