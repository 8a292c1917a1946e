/// The width of text in letters, for pictures that cannot measure it.
extension String {
  /// The width of the text in letters.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the text, shortened to a width in letters with an ellipsis.
  func shortened(to limit: Int) -> String {
    if columns <= limit { return self }
    var width = 1
    let start = prefix { character in
      width += character.columns
      return width <= limit
    }
    return start + "\u{2026}"
  }
}

extension Character {
  /// Two for East Asian characters and pictographs, which are about as wide as two letters;
  /// otherwise one.
  fileprivate var columns: Int {
    guard let scalar = unicodeScalars.first?.value else { return 0 }
    return scalar < 0x1100 || (0x1160..<0x2600).contains(scalar) ? 1 : 2
  }
}
