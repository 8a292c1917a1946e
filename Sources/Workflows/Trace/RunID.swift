internal import Synchronization

/// The identity of a run: different for every run of this process.
public struct RunID: Hashable, Comparable, Sendable, CustomStringConvertible {
  private static let last = Atomic<UInt64>(0)

  /// The number of the run, counted from 1 in the order in which runs were made.
  public let number: UInt64

  /// Makes the next identity.
  init() {
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// Whether a run was made before another one.
  ///
  /// - Parameters:
  ///   - lhs: The identity of a run.
  ///   - rhs: The identity of another one.
  /// - Returns: Whether `lhs` was made earlier.
  public static func < (lhs: RunID, rhs: RunID) -> Bool { lhs.number < rhs.number }

  /// The number.
  public var description: String { "\(number)" }
}
