#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// How much work the long suites do: a short form by default, the full one with
/// `TENON_STRESS=long`.
package enum StressSize {
  package static let isLong = getenv("TENON_STRESS").map { String(cString: $0) == "long" } ?? false

  /// The number of rounds for a race.
  ///
  /// Fewer in debug builds, which everybody waits for, and under the thread sanitizer, which sees a
  /// race without that anything goes wrong but takes its time.
  #if TENON_TSAN || DEBUG
  package static let rounds = isLong ? 100_000 : 20_000
  #else
  package static let rounds = isLong ? 1_000_000 : 100_000
  #endif
}
