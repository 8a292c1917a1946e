public import Foundation
internal import Synchronization

/// The identity of a run.
///
/// The number is short, and unique in this process; the ``uuid`` is unique beyond it.
public struct RunID: Hashable, Comparable, Sendable, CustomStringConvertible {
  private static let last = Atomic<UInt64>(0)

  /// The random part of the identifiers of this process.
  private static let process = (UInt64.random(in: .min ... .max), UInt16.random(in: .min ... .max))

  /// The number of the run, counted from 1 in the order of creation.
  public let number: UInt64

  /// The identifier as text, which is unique beyond the process.
  var text: String { uuid.uuidString }

  /// Creates the next identity.
  init() {
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// An identifier that no run of another process has: for logs, databases and other services.
  ///
  /// It consists of 74 random bits of the process and the number of the run (version 8 of RFC
  /// 9562), and is always the same for a run.
  public var uuid: UUID {
    let (high, low) = Self.process
    func byte(_ value: some BinaryInteger, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: value >> (8 * index))
    }
    return UUID(
      uuid: (
        byte(high, 7), byte(high, 6), byte(high, 5), byte(high, 4), byte(high, 3), byte(high, 2),
        byte(high, 1) & 0x0F | 0x80, byte(high, 0), byte(low, 1) & 0x3F | 0x80, byte(low, 0),
        byte(number, 5), byte(number, 4), byte(number, 3), byte(number, 2), byte(number, 1),
        byte(number, 0)
      )
    )
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
