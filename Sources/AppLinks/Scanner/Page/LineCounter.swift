/// Counts the lines of a page that arrives in pieces, as far as somebody asks.
struct LineCounter: Sendable {
  /// The line, counted from 1, of the first byte that is not counted yet.
  private var line = 1

  /// The offset of the first byte of that line.
  private var lineStart = 0

  /// The offset of the first byte that is not counted yet.
  private var counted = 0
  private var endsInReturn = false

  /// Finds the place of a byte.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte in the page; not before that of any earlier call.
  ///   - bytes: The piece of the page that holds all bytes not counted yet.
  ///   - base: The offset of that piece.
  /// - Returns: The line, and the column in bytes, both counted from 1.
  mutating func place(
    of offset: Int,
    in bytes: Span<UInt8>,
    base: Int
  ) -> (line: Int, column: Int) {
    advance(to: offset, in: bytes, base: base)
    return (line, offset - lineStart + 1)
  }

  /// Counts the bytes before an offset.
  mutating func advance(to offset: Int, in bytes: Span<UInt8>, base: Int) {
    let range = (counted - base)..<(offset - base)
    if range.isEmpty { return }
    var breaks = 0
    var previous: UInt8 = endsInReturn ? 0x0D : 0
    // A line feed after a carriage return ends no other line. No branches, so that this is vectorised.
    for index in range {
      let byte = bytes[index]
      breaks &+= byte == 0x0D || (byte == 0x0A && previous != 0x0D) ? 1 : 0
      previous = byte
    }
    endsInReturn = previous == 0x0D
    counted = offset
    line += breaks
    var index = range.upperBound - 1
    while index >= range.lowerBound, bytes[index] != 0x0A, bytes[index] != 0x0D { index -= 1 }
    if index >= range.lowerBound { lineStart = base + index + 1 }
  }
}
