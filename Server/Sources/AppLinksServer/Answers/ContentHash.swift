/// The FNV-1a hash and the number of some bytes, for entity tags.
struct ContentHash: Sendable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325
  private var count = 0

  /// Creates the hash of no bytes.
  init() {}

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      add(byte)
      count += 1
    }
  }

  /// Adds the hash of another content.
  mutating func add(_ other: ContentHash) {
    withUnsafeBytes(of: other.value.littleEndian) { bytes in
      for byte in bytes { add(byte) }
    }
    count += other.count
  }

  /// The entity tag of content with this hash.
  var tag: String { "\"\(String(value, radix: 36))-\(String(count, radix: 36))\"" }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
