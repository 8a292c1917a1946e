/// What the server has loaded, for all of its nodes.
///
/// Every method may throw when the store is away or full. The server then answers without it.
package protocol EntryStore: Sendable {
  /// Returns an entry, or `nil` if there is none.
  func entry(_ key: String) async throws -> Entry?

  /// Takes the lease of a place, unless another node has it.
  ///
  /// - Parameters:
  ///   - key: The place.
  ///   - now: The time.
  ///   - until: The end of the lease.
  /// - Returns: The lease, or the end of that of another node.
  /// - Throws: An error if the store is away or full.
  func claim(_ key: String, now: Int64, until: Int64) async throws -> Claim

  /// Saves an entry and gives back the lease, unless another node has taken it.
  ///
  /// - Returns: Whether the entry was saved.
  func save(_ entry: Entry, under lease: Lease) async throws -> Bool

  /// Gives back a lease.
  func release(_ lease: Lease) async throws

  /// Removes entries that are of no use, and the oldest ones beyond a number.
  ///
  /// - Returns: The number of entries that are left.
  func prune(now: Int64, keeping count: Int) async throws -> Int
}

/// The answer to a claim.
package enum Claim: Sendable, Hashable {
  case taken(Lease)
  case held(until: Int64)
}
