internal import AppLinks

/// The name of an element or attribute in lowercase, stored in two registers.
///
/// All relevant names have at most sixteen bytes. The length of a longer name is stored, so it does
/// not equal any of them.
struct PackedName: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private(set) var count = 0

  /// The empty name.
  init() {}

  /// Creates a name from source text.
  init(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends a byte.
  ///
  /// An ASCII letter is converted to lowercase.
  mutating func append(_ byte: UInt8) {
    // NUL would equal a shorter name. Browsers read it as a replacement character.
    let byte = byte == 0 ? 0xFF : byte.asciiLowercased
    if count < 8 {
      low |= UInt64(byte) &<< UInt64(truncatingIfNeeded: count &* 8)
    } else if count < 16 {
      high |= UInt64(byte) &<< UInt64(truncatingIfNeeded: (count &- 8) &* 8)
    }
    count &+= 1
  }

  /// A hash value that distributes names over a table.
  var tableHash: Int {
    let mixed = (low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}

/// An immutable table that maps names to meanings.
struct NameTable<Meaning: Sendable>: Sendable {
  private var slots: [(name: PackedName, meaning: Meaning)?]
  private let mask: Int

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - size: The number of slots, a power of two.
  ///   - entries: The names and their meanings, at most a quarter of `size`.
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

  /// The meaning of the name, or `nil` if the table does not contain it.
  subscript(name: PackedName) -> Meaning? {
    var slot = name.tableHash & mask
    while let entry = slots[slot] {
      if entry.name == name { return entry.meaning }
      slot = (slot &+ 1) & mask
    }
    return nil
  }
}
