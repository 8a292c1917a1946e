/// The right of one node to load a place, until a time.
///
/// A node that dies keeps it until then. The token tells the owners of a place apart: what the
/// owner of an earlier lease saves is discarded.
package struct Lease: Sendable, Hashable {
  package let key: String
  package let token: Int64

  /// Creates the lease of a new owner.
  init(_ key: String) {
    self.key = key
    token = .random(in: .min ... .max)
  }

  /// The time after its end for which the row of a lease stays, so that an owner that is late can
  /// still save what it has loaded if nobody else has begun to.
  static let rowTime: Int64 = 3_600_000
}
