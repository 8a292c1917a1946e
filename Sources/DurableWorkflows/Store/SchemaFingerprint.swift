/// A number that identifies the statements that create the tables of a store.
///
/// A store keeps it with the version of its schema, and refuses tables that other statements
/// created.
package struct SchemaFingerprint {
  package let value: Int

  package init(_ statements: String) {
    // FNV-1a, which yields the same number in every process.
    value = statements.utf8.reduce(into: 0x74_656E_6F6E) { $0 = ($0 ^ Int($1)) &* 0x100_0000_01B3 }
  }
}
