internal import Synchronization

/// The words of all slots.
///
/// Constants instead of objects in an array: a callback then finds its word without counting a
/// reference. One constant for each, because a larger one would be made on first use, and each
/// callback would have to ask whether it has been.
enum TurnWords {
  /// How many there are, a power of two.
  static var count: UInt { 16 }

  private static let word0 = Word()
  private static let word1 = Word()
  private static let word2 = Word()
  private static let word3 = Word()
  private static let word4 = Word()
  private static let word5 = Word()
  private static let word6 = Word()
  private static let word7 = Word()
  private static let word8 = Word()
  private static let word9 = Word()
  private static let word10 = Word()
  private static let word11 = Word()
  private static let word12 = Word()
  private static let word13 = Word()
  private static let word14 = Word()
  private static let word15 = Word()

  /// A word that shares no cache line of 64 bytes with the next, so that threads with different
  /// turns do not slow each other down.
  private struct Word: ~Copyable, Sendable {
    // `TurnSlot.free`; as a literal, so that no word has to be made on first use.
    let value = Atomic<UInt>(0)
    private let apart: (UInt, UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0, 0)
  }

  /// Gives `body` a word.
  ///
  /// - Parameters:
  ///   - index: Which one; below `count`.
  ///   - body: Called once, inline.
  /// - Returns: What `body` returns.
  @inline(__always)
  static func with<Output>(_ index: UInt, _ body: (borrowing Atomic<UInt>) -> Output) -> Output {
    switch index {
    case 0: body(word0.value)
    case 1: body(word1.value)
    case 2: body(word2.value)
    case 3: body(word3.value)
    case 4: body(word4.value)
    case 5: body(word5.value)
    case 6: body(word6.value)
    case 7: body(word7.value)
    case 8: body(word8.value)
    case 9: body(word9.value)
    case 10: body(word10.value)
    case 11: body(word11.value)
    case 12: body(word12.value)
    case 13: body(word13.value)
    case 14: body(word14.value)
    default: body(word15.value)
    }
  }
}
