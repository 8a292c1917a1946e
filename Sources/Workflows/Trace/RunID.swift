internal import Synchronization

/// The identity of a run, unique in this process.
public struct RunID: Hashable, Comparable, Sendable, CustomStringConvertible {
  private static let last = Atomic<UInt64>(0)

  /// The number of the run, counted from 1 in the order of creation.
  public let number: UInt64

  /// Creates the next identity.
  init() {
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// Returns whether one run was created before another.
  ///
  /// - Parameters:
  ///   - lhs: The identity of a run.
  ///   - rhs: The identity of another run.
  /// - Returns: Whether `lhs` was created first.
  public static func < (lhs: RunID, rhs: RunID) -> Bool { lhs.number < rhs.number }

  /// The number.
  public var description: String { "\(number)" }
}
