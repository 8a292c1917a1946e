import Futures
import Synchronization

/// The limits of concurrent work, one for each key in use.
final class KeyedLimits: Sendable {
  private struct Used {
    let limit: ConcurrencyLimit
    var users = 0
  }

  private let limits = Mutex<[String: Used]>([:])

  /// Runs work once fewer pieces of work than the limit are running for the key.
  func run<Value: Sendable>(
    _ key: String,
    atOnce count: Int,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let limit = limits.withLock { limits in
      var used = limits[key] ?? Used(limit: ConcurrencyLimit(count))
      used.users += 1
      limits[key] = used
      return used.limit
    }
    defer {
      limits.withLock { limits in
        limits[key]?.users -= 1
        if limits[key]?.users == 0 { limits[key] = nil }
      }
    }
    return try await limit.run { try await work() }.value
  }
}
