/// The content that the server has loaded, shared by all of its nodes.
///
/// Every method may throw when the store is unavailable or full. The server then answers without
/// it. Keys must not contain the character U+0000.
package protocol EntryStore: Sendable {
  /// Whether nodes must not load anything without a lease.
  ///
  /// Nodes of one machine load on their own while their file is unavailable. The nodes of many
  /// machines would send all of their loads to a few sites.
  var requiresLeases: Bool { get }

  /// Returns an entry, or `nil` if there is none.
  func entry(_ key: String) async throws -> Entry?

  /// Takes the lease of a place, unless another node has it.
  ///
  /// - Parameters:
  ///   - key: The place.
  ///   - time: The time after which another node may take it.
  /// - Returns: The lease, or the remaining time of another node's lease.
  /// - Throws: An error if the store is unavailable or full.
  func claim(_ key: String, for time: Duration) async throws -> Claim

  /// Extends a lease, unless another node has taken it.
  ///
  /// - Returns: Whether it was extended.
  func renew(_ lease: Lease, for time: Duration) async throws -> Bool

  /// Saves an entry and releases the lease, unless another node has taken it.
  ///
  /// You may call this method again after an error, even if the entry was saved.
  ///
  /// - Returns: Whether the entry was saved.
  func save(_ entry: Entry, under lease: Lease) async throws -> Bool

  /// Releases a lease.
  func release(_ lease: Lease) async throws

  /// Removes expired entries, and the oldest ones beyond a number.
  ///
  /// - Returns: The number of entries that are left, or `nil` if another node is removing entries.
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
