/// A converter from UTF-16 in chunks to UTF-8.
///
/// Malformed units become U+FFFD.
struct UTF16Rewriter: Sendable {
  private let isBigEndian: Bool
  private var firstByte: UInt8?
  private var highSurrogate: UInt16?

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// Converts a chunk, except for an incomplete character at its end.
  mutating func rewrite(_ bytes: Span<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = bytes[index]
      guard let first = firstByte else {
        firstByte = byte
        continue
      }
      firstByte = nil
      let pair = isBigEndian ? (first, byte) : (byte, first)
      append(UInt16(pair.0) << 8 | UInt16(pair.1), to: &output)
    }
    return output
  }

  private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        return append(Unicode.Scalar(value), to: &output)
      }
      append(nil, to: &output)
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit), to: &output)
    }
  }

  private func append(_ scalar: Unicode.Scalar?, to output: inout [UInt8]) {
    output.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}
