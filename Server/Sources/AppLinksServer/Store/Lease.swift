/// The right of one node to load a place, for a limited time.
///
/// A node that dies keeps the lease until that time is over. The token distinguishes the owners of
/// a place: what the owner of an earlier lease saves is discarded.
package struct Lease: Sendable, Hashable {
  package let key: String
  package let token: Int64

  /// Creates the lease of a new owner.
  init(_ key: String) {
    self.key = key
    token = .random(in: .min ... .max)
  }

  /// The milliseconds for which the row of a lease stays after its end, so that a late owner can
  /// still save what it has loaded if no other node has started to load.
  static let rowTime: Int64 = 3_600_000
}
