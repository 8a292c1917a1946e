extension Span<UInt8> {
  /// Moves an index to the next occurrence of a byte, or to the end.
  @inline(__always)
  func skip(to byte: UInt8, _ index: inout Int) {
    var at = index
    while at < count, self[at] != byte { at &+= 1 }
    index = at
  }
}

extension UInt8 {
  /// Whether HTML takes the byte for white space between attributes.
  @inline(__always)
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
}
