extension String {
  /// The number of columns that the text takes on a terminal.
  package var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// Returns the text, or as much of its beginning as fits into columns together with an ellipsis.
  ///
  /// A character consists of any number of scalars. A text that has many more than fit is cut, too.
  package func clipped(to limit: Int) -> String {
    var used = 0
    var scalars = 0
    var end = startIndex
    for index in indices {
      used += self[index].columns
      scalars += self[index].unicodeScalars.count
      if used > limit || scalars > 4 * limit { return limit > 0 ? self[..<end] + "…" : "" }
      if used < limit { end = self.index(after: index) }
    }
    return self
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal: that of its widest scalar.
  fileprivate var columns: Int { unicodeScalars.reduce(0) { max($0, $1.columns) } }
}

extension Unicode.Scalar {
  /// The blocks whose characters take two columns, apart from emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18D8F,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]

  fileprivate var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide = properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
    return isWide ? 2 : 1
  }
}
