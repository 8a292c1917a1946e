/// Removes entries in small pieces, because others wait while one is removed.
enum PiecesOfPruning {
  private static let limit = 1000

  /// Removes the entries that are of no use, and the oldest ones beyond a number.
  ///
  /// - Parameters:
  ///   - count: The number of entries to keep.
  ///   - removeStale: Removes up to a number of entries that are of no use, and returns how many it
  ///     has removed.
  ///   - total: Returns the number of entries.
  ///   - removeOldest: Removes up to a number of the oldest entries, and returns how many it has
  ///     removed.
  /// - Returns: The number of entries that are left.
  /// - Throws: What the closures throw.
  static func remove(
    keeping count: Int,
    removeStale: (Int) async throws -> Int,
    total: () async throws -> Int,
    removeOldest: (Int) async throws -> Int
  ) async throws -> Int {
    while try await removeStale(limit) > 0 {}
    var left = try await total()
    while left > count {
      let gone = try await removeOldest(min(left - count, limit))
      // The rest is locked by others, and there next time.
      if gone == 0 { break }
      left -= gone
    }
    return left
  }
}
