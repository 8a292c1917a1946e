extension HTMLTokenizer {
  /// Reads markup that begins with `<!`, `<?` or a malformed end tag, and discards it.
  mutating func readComment(_ bytes: Span<UInt8>, _ index: inout Int) {
    let byte = bytes[index]
    switch state {
    case .markupDeclaration:
      readMarkupDeclaration(byte, &index)
    case .markupDeclarationDash:
      guard byte == UInt8(ascii: "-") else {
        state = .bogusComment
        return
      }
      state = .commentStart
      index &+= 1
    case .bogusComment:
      bytes.skip(to: UInt8(ascii: ">"), &index)
      guard index < bytes.count else { return }
      state = .data
      index &+= 1
    case .comment:
      bytes.skip(to: UInt8(ascii: "-"), &index)
      guard index < bytes.count else { return }
      state = .commentEndDash
      index &+= 1
    default:
      state = stateAfterDash(byte)
      index &+= 1
    }
  }

  /// A document type also ends at the first `>`, so it is treated as a bogus comment.
  private mutating func readMarkupDeclaration(_ byte: UInt8, _ index: inout Int) {
    if byte == UInt8(ascii: "-") {
      state = .markupDeclarationDash
      index &+= 1
    } else if byte == UInt8(ascii: "["), allowsCDATA {
      matchedCount = 0
      state = .cdataOpen
    } else {
      state = .bogusComment
    }
  }

  /// Returns the state after a byte near the beginning or end of a comment.
  private func stateAfterDash(_ byte: UInt8) -> State {
    switch (state, byte) {
    case (.commentStart, UInt8(ascii: "-")): .commentStartDash
    case (.commentStart, UInt8(ascii: ">")), (.commentStartDash, UInt8(ascii: ">")): .data
    case (.commentStartDash, UInt8(ascii: "-")), (.commentEndDash, UInt8(ascii: "-")): .commentEnd
    case (.commentEnd, UInt8(ascii: "-")): .commentEnd
    case (.commentEnd, UInt8(ascii: "!")): .commentEndBang
    case (.commentEnd, UInt8(ascii: ">")), (.commentEndBang, UInt8(ascii: ">")): .data
    case (.commentEndBang, UInt8(ascii: "-")): .commentEndDash
    default: .comment
    }
  }

  /// Reads a section of literal text in SVG or MathML.
  mutating func readCDATA(_ bytes: Span<UInt8>, _ index: inout Int) {
    let byte = bytes[index]
    switch (state, byte) {
    case (.cdataOpen, _):
      guard byte == Self.cdataOpening[matchedCount] else {
        state = .bogusComment
        return
      }
      matchedCount &+= 1
      if matchedCount == Self.cdataOpening.count { state = .cdata }
    case (.cdata, _):
      bytes.skip(to: UInt8(ascii: "]"), &index)
      guard index < bytes.count else { return }
      state = .cdataBracket
    case (.cdataBracket, UInt8(ascii: "]")):
      state = .cdataEnd
    case (.cdataEnd, UInt8(ascii: "]")):
      break
    case (.cdataEnd, UInt8(ascii: ">")):
      state = .data
    default:
      state = .cdata
    }
    index &+= 1
  }

  private static let cdataOpening = Array("[CDATA[".utf8)
}
