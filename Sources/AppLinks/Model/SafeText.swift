/// Makes text of unknown origin safe to show.
///
/// The name of a referrer comes from whoever made a link. Shown as it is, it could break out of its
/// line, be longer than the screen, or turn the text around it backwards.
package enum SafeText {
  /// A text on one line, without characters that affect the text around it, and not too long.
  ///
  /// Control characters, line breaks and characters that steer the direction of text or cannot be
  /// seen are taken out, and nothing is left of a text in which only joiners are. Runs of white
  /// space become one space. Of many accents on one letter the first eight stay, and of characters
  /// that are joined without end only as many as would fit. What is shown is still text and no
  /// markup: escape it for HTML.
  ///
  /// ```swift
  /// SafeText.displayable("My\u{202E} App\n\n(official)")  // "My App (official)"
  /// ```
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumLength: How many characters to keep, at least 1. A longer text ends with `…`.
  /// - Returns: The text, possibly empty.
  /// - Complexity: O(*n*) in the length of the text.
  package static func displayable(_ text: String, maximumLength: Int = 40) -> String {
    let limit = min(max(1, maximumLength), .max / scalarsPerCharacter)
    var kept = ""
    var room = limit * scalarsPerCharacter
    var isSpacePending = false
    var marks = 0
    for scalar in text.unicodeScalars where room > 0 {
      if isSpace(scalar) {
        isSpacePending = !kept.isEmpty
        continue
      }
      if isHarmful(scalar) { continue }
      marks = isMark(scalar) ? marks + 1 : 0
      if marks > 8 { continue }
      if isSpacePending { kept += " " }
      isSpacePending = false
      kept.unicodeScalars.append(scalar)
      room -= 1
    }
    if !kept.unicodeScalars.contains(where: isSeen) { return "" }
    if let end = kept.index(kept.startIndex, offsetBy: limit, limitedBy: kept.endIndex),
      end != kept.endIndex
    {
      return kept.prefix(limit - 1) + "…"
    }
    return room > 0 ? kept : kept + "…"
  }

  /// How many scalars a character may have on average; families of emoji have eleven.
  private static let scalarsPerCharacter = 16

  /// Whether a character shows as nothing but room.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    // A pattern of Braille without dots is no white space to Unicode.
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      || scalar.value == 0x2800
  }

  /// Whether a character that stays is seen even if there are no others.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    scalar != " " && !scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Whether a character may change how the text around it is shown, or is not seen at all.
  ///
  /// Joiners stay: emoji and several scripts need them.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D: false
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        true
      default:
        scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
      }
    }
  }

  /// Whether a character is of a script that is written from right to left.
  static func isWrittenFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}

/// Text of unknown origin for a message: on one line, harmless, and not too long.
///
/// Diagnostics, findings and reasons quote pages and links, and end up in terminals and logs.
package func shown(_ text: some StringProtocol, maximumLength: Int = 80) -> String {
  SafeText.displayable(String(text), maximumLength: maximumLength)
}
