#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The seeds of tests with random inputs.
///
/// A run draws its seeds at random and prints the first. Set `TENON_SEED` to that number to repeat
/// a run.
package enum PropertySeed {
  /// Returns the seeds for one test and prints the first of them.
  ///
  /// - Parameters:
  ///   - count: The number of inputs; fifty times as many are used if `TENON_STRESS` is `long`.
  ///   - name: The test's name for its inputs.
  /// - Returns: A range of seeds, one for each input.
  package static func seeds(_ count: Int, of name: String) -> Range<UInt64> {
    let given = getenv("TENON_SEED").flatMap { UInt64(String(cString: $0)) }
    let first = given ?? UInt64.random(in: 0..<1 << 48)
    let count = StressSize.isLong ? count * 50 : count
    print("\(name): \(count) from TENON_SEED=\(first)")
    return first..<first + UInt64(count)
  }
}
