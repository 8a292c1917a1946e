extension Span<UInt8> {
  /// Moves an index to the next occurrence of a byte, or to the end.
  @inline(__always)
  func skip(to byte: UInt8, _ index: inout Int) {
    var at = index
    let wanted = SIMD16(repeating: byte)
    while at &+ 16 <= count, !any(sixteen(from: at) .== wanted) { at &+= 16 }
    while at < count, self[at] != byte { at &+= 1 }
    index = at
  }

  /// The bytes from an index on, of which there have to be sixteen.
  @inline(__always)
  func sixteen(from index: Int) -> SIMD16<UInt8> {
    // Unsafe in name only: the bounds are checked, and any bytes make a vector.
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
  }
}
