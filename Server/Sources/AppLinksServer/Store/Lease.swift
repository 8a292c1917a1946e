/// The right of one node to load a place, until a time.
///
/// A node that dies keeps it until then. The token tells the owners of a place apart: what the
/// owner of an earlier lease saves is discarded.
package struct Lease: Sendable, Hashable {
  package let key: String
  package let token: Int64
  package let until: Int64
}
