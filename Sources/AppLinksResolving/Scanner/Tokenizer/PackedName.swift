internal import AppLinks

/// The name of an element or attribute in lower case, kept in two registers.
///
/// All names that matter here have at most sixteen bytes. Of longer ones the length is kept, so
/// that they are equal to none of those.
struct PackedName: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private(set) var count = 0

  /// The empty name.
  init() {}

  /// A name that is written in the source.
  init(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Adds a byte, an ASCII letter in lower case.
  mutating func append(_ byte: UInt8) {
    // NUL would be equal to a shorter name; browsers read it as a replacement character.
    let byte = byte == 0 ? 0xFF : byte.asciiLowercased
    if count < 8 {
      low |= UInt64(byte) &<< UInt64(truncatingIfNeeded: count &* 8)
    } else if count < 16 {
      high |= UInt64(byte) &<< UInt64(truncatingIfNeeded: (count &- 8) &* 8)
    }
    count &+= 1
  }

  /// A number that spreads names over a table.
  var tableHash: Int {
    let mixed = (low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}

/// Finds what a name means, in a table that is made once.
struct NameTable<Meaning: Sendable>: Sendable {
  private var slots: [(name: PackedName, meaning: Meaning)?]
  private let mask: Int

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - size: The number of places, a power of two.
  ///   - entries: The names and what they mean, at most a quarter of `size`.
  init(size: Int = 256, _ entries: [(String, Meaning)]) {
    precondition(size.nonzeroBitCount == 1 && entries.count * 4 <= size)
    slots = Array(repeating: nil, count: size)
    mask = size - 1
    for (text, meaning) in entries {
      let name = PackedName(text)
      var slot = name.tableHash & mask
      while slots[slot] != nil { slot = (slot + 1) & mask }
      slots[slot] = (name, meaning)
    }
  }

  /// What the name means, or `nil` if it is not in the table.
  subscript(name: PackedName) -> Meaning? {
    var slot = name.tableHash & mask
    while let entry = slots[slot] {
      if entry.name == name { return entry.meaning }
      slot = (slot &+ 1) & mask
    }
    return nil
  }
}
