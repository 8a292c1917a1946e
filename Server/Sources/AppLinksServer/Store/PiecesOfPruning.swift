/// Removes entries in small batches, because others wait during a removal.
enum PiecesOfPruning {
  private static let limit = 1000

  /// Removes expired entries, and the oldest ones beyond a number.
  ///
  /// - Parameters:
  ///   - count: The number of entries to keep.
  ///   - removeStale: Removes up to the given number of expired entries, and returns how many it
  ///     has removed.
  ///   - total: Returns the number of entries.
  ///   - removeOldest: Removes up to the given number of the oldest entries, and returns how many
  ///     it has removed.
  /// - Returns: The number of entries that are left.
  /// - Throws: The errors of the closures.
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
      // Others have locked the rest, which is left for the next time.
      if gone == 0 { break }
      left -= gone
    }
    return left
  }
}
