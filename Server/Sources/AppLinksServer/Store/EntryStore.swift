/// What the server has loaded, for all of its nodes.
///
/// Every method may throw when the store is away or full. The server then answers without it.
/// Keys are texts without the character U+0000.
package protocol EntryStore: Sendable {
  /// Whether nothing is to be loaded without a lease.
  ///
  /// Nodes of one machine load for themselves while their file is away. Those of many machines
  /// would send the load of all of them to a few sites.
  var requiresLeases: Bool { get }

  /// Returns an entry, or `nil` if there is none.
  func entry(_ key: String) async throws -> Entry?

  /// Takes the lease of a place, unless another node has it.
  ///
  /// - Parameters:
  ///   - key: The place.
  ///   - time: The time after which another node may take it.
  /// - Returns: The lease, or the rest of that of another node.
  /// - Throws: An error if the store is away or full.
  func claim(_ key: String, for time: Duration) async throws -> Claim

  /// Extends a lease, unless another node has taken it.
  ///
  /// - Returns: Whether it was extended.
  func renew(_ lease: Lease, for time: Duration) async throws -> Bool

  /// Saves an entry and gives back the lease, unless another node has taken it.
  ///
  /// It may be repeated after an error, also if the entry was saved.
  ///
  /// - Returns: Whether the entry was saved.
  func save(_ entry: Entry, under lease: Lease) async throws -> Bool

  /// Gives back a lease.
  func release(_ lease: Lease) async throws

  /// Removes entries that are of no use, and the oldest ones beyond a number.
  ///
  /// - Returns: The number of entries that are left, or `nil` if another node does it.
  func prune(keeping count: Int) async throws -> Int?
}

extension EntryStore {
  package var requiresLeases: Bool { false }
}

/// The answer to a claim.
package enum Claim: Sendable, Hashable {
  case taken(Lease)
  case held(for: Duration)
}
