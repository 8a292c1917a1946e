/// A sanitizer that makes text of unknown origin safe to display.
///
/// The sender of a link chooses the name of the referrer. Displayed unchanged, the name could
/// contain line breaks, be longer than the screen, or reverse the text around it.
package enum SafeText {
  /// Returns text on one line, of limited length, without characters that affect the text around
  /// it.
  ///
  /// The method removes control characters, line breaks, invisible characters and characters that
  /// change the direction of text. Runs of white space become one space. At most eight accents on a
  /// letter remain, and of an endless sequence of joined characters, only as many as fit. The
  /// result is empty if only joiners remain. The result is text and not markup: escape it for HTML.
  ///
  /// ```swift
  /// SafeText.displayable("My\u{202E} App\n\n(official)")
  /// // "My App (official)"
  /// ```
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumLength: The number of characters to keep, at least 1. Longer text ends with `…`.
  /// - Returns: The text, which can be empty.
  /// - Complexity: O(*n*) in the number of characters to keep, and of those that are removed.
  package static func displayable(_ text: String, maximumLength: Int = 40) -> String {
    let limit = min(max(1, maximumLength), .max / scalarsPerCharacter)
    var kept = ""
    var room = limit * scalarsPerCharacter
    var isSpacePending = false
    var marks = 0
    var isSeen = false
    // The number of scalars in the room at which the characters are counted.
    var check = room - min(room, limit)
    for scalar in text.unicodeScalars {
      if room <= check {
        if room == 0 || isSeen && isLonger(kept, than: limit) { break }
        check = room - min(room, limit)
      }
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
      isSeen = isSeen || self.isSeen(scalar)
      room -= 1
    }
    if !isSeen { return "" }
    if isLonger(kept, than: limit) { return kept.prefix(limit - 1) + "…" }
    return room > 0 ? kept : kept + "…"
  }

  private static func isLonger(_ text: String, than limit: Int) -> Bool {
    text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
      .map { $0 != text.endIndex } ?? false
  }

  /// The average number of scalars that a character may have.
  ///
  /// Families of emoji have eleven.
  private static let scalarsPerCharacter = 16

  /// Returns whether a character appears only as space.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    // Unicode does not count a braille pattern without dots as white space.
    return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      || scalar.value == 0x2800
  }

  /// Returns whether a character is visible on its own.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    scalar != " " && (scalar.isASCII || !scalar.properties.isDefaultIgnorableCodePoint)
  }

  /// Returns whether a character is invisible or changes how the text around it appears.
  ///
  /// Joiners are allowed, because emoji and several scripts need them.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Those that are no space.
    case 0..<0x80: false
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

  /// Returns whether a character belongs to a script that is written from right to left.
  static func isWrittenFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}

/// Returns text of unknown origin for a message: on one line, sanitized, of limited length, and if
/// it is a URL, without its secrets.
///
/// Diagnostics, findings and reasons quote pages and links, and appear in terminals and logs.
///
/// - Complexity: O(*n*) in the length to show, however long the text is.
package func shown(_ text: some StringProtocol, maximumLength: Int = 80) -> String {
  let bytes = 4 * max(0, min(maximumLength, 1 << 20)) + 256
  let redacted = URLRedaction.standard.redacted(text, maximumBytes: bytes)
  return SafeText.displayable(redacted, maximumLength: maximumLength)
}
