/// A counter of the lines of a page that arrives in chunks, up to the requested positions.
package struct LineCounter: Sendable {
  /// The line, counted from 1, of the first uncounted byte.
  private var line = 1

  /// The offset of the first byte of that line.
  private var lineStart = 0

  /// The offset of the first uncounted byte.
  private var counted = 0
  private var endsInReturn = false

  package init() {}

  /// Returns the position of a byte.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte in the page. It must not decrease between calls.
  ///   - bytes: The chunk of the page that contains all uncounted bytes.
  ///   - base: The offset of the chunk.
  /// - Returns: The line, and the column in bytes, both counted from 1.
  package mutating func place(
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
    // A line feed after a carriage return does not end another line.
    let first = bytes[range.lowerBound]
    if first == 0x0A { lineStart = counted + 1 }
    var breaks = first == 0x0D || (first == 0x0A && !endsInReturn) ? 1 : 0
    breaks += Self.breaks(in: bytes, after: range.lowerBound, before: range.upperBound)
    endsInReturn = bytes[range.upperBound - 1] == 0x0D
    counted = offset
    if breaks == 0 { return }
    line += breaks
    var index = range.upperBound - 1
    while bytes[index] != 0x0A, bytes[index] != 0x0D { index -= 1 }
    lineStart = base + index + 1
  }

  /// Returns how many lines end after the first byte and before the end.
  private static func breaks(in bytes: Span<UInt8>, after first: Int, before end: Int) -> Int {
    let feed = SIMD16<UInt8>(repeating: 0x0A)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    var breaks = 0
    var index = first + 1
    while index + 16 <= end {
      var counts = SIMD16<UInt8>()
      // Each of the sixteen counters can count to 255.
      let pause = min(end, index + 255 * 16)
      while index + 16 <= pause {
        let now = bytes.sixteen(from: index)
        let before = bytes.sixteen(from: index - 1)
        let ends = (now .== carriageReturn) .| ((now .== feed) .& (before .!= carriageReturn))
        counts = counts.replacing(with: counts &+ 1, where: ends)
        index += 16
      }
      for lane in counts.indices { breaks += Int(counts[lane]) }
    }
    while index < end {
      let byte = bytes[index]
      breaks += byte == 0x0D || (byte == 0x0A && bytes[index - 1] != 0x0D) ? 1 : 0
      index += 1
    }
    return breaks
  }
}
