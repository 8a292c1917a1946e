#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The amount of work of the long suites: a short form by default, and the full one with
/// `TENON_STRESS=long`.
package enum StressSize {
  package static let isLong = getenv("TENON_STRESS").map { String(cString: $0) == "long" } ?? false

  /// The number of rounds for a race: `TENON_ROUNDS`, or a default.
  ///
  /// The default is smaller in debug builds, for which everyone waits, and under the thread
  /// sanitizer, which detects a race even if nothing goes wrong.
  package static let rounds =
    getenv("TENON_ROUNDS").flatMap { Int(String(cString: $0)) } ?? standard

  /// The number of links of a chain that must complete on a small stack, which holds some
  /// thousands.
  package static let links = min(1_000_000, 10 * rounds)

  #if TENON_TSAN || DEBUG
  private static let standard = isLong ? 100_000 : 9_000
  #else
  private static let standard = isLong ? 1_000_000 : 100_000
  #endif
}
