extension String {
  /// The text with escapes for characters that can control a terminal or hide text.
  ///
  /// The content of pages and links must not reach a terminal unchecked. No information is lost: a
  /// character becomes its number, as in `\u{1B}`.
  package var printable: String {
    if unicodeScalars.allSatisfy(\.isPrintable) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isPrintable {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible as what it is.
  ///
  /// Joiners count as visible, because emoji and several scripts need them.
  package var isPrintable: Bool {
    if value < 0x7F { return value >= 0x20 }
    switch properties.generalCategory {
    case .format: return value == 0x200C || value == 0x200D
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return false
    default: return true
    }
  }
}
