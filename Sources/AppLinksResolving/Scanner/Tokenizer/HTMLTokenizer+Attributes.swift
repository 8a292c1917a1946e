internal import AppLinks

extension HTMLTokenizer {
  /// Reads attributes.
  ///
  /// - Returns: Whether the tag is complete.
  mutating func readAttribute(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    switch state {
    case .doubleQuotedValue:
      readQuotedValue(UInt8(ascii: "\""), bytes, &index)
      return false
    case .singleQuotedValue:
      readQuotedValue(UInt8(ascii: "'"), bytes, &index)
      return false
    case .unquotedValue:
      return readUnquotedValue(bytes, &index)
    case .attributeName:
      return readAttributeName(bytes, &index)
    case .beforeValue:
      return readBeforeValue(bytes[index], &index)
    default:
      return readBetweenAttributes(bytes[index], &index)
    }
  }

  /// Reads a byte before an attribute, after its name or after its quoted value.
  private mutating func readBetweenAttributes(_ byte: UInt8, _ index: inout Int) -> Bool {
    if byte.isHTMLSpace {
      if state == .afterQuotedValue { state = .beforeAttributeName }
      index &+= 1
      return false
    }
    switch byte {
    case UInt8(ascii: ">"):
      return complete(&index)
    case UInt8(ascii: "/"):
      state = .selfClosing
      index &+= 1
    case UInt8(ascii: "=") where state == .afterAttributeName:
      state = .beforeValue
      index &+= 1
    default:
      tag.beginAttribute()
      if byte == UInt8(ascii: "=") {
        // An equals sign at the beginning of a name is part of the name.
        tag.appendToAttributeName(byte)
        index &+= 1
      }
      state = .attributeName
    }
    return false
  }

  private mutating func readAttributeName(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "="):
        tag.endAttributeName()
        state = .beforeValue
        index &+= 1
        return false
      case UInt8(ascii: ">"), UInt8(ascii: "/"):
        tag.endAttributeName()
        state = .afterAttributeName
        return false
      case _ where byte.isHTMLSpace:
        tag.endAttributeName()
        state = .afterAttributeName
        index &+= 1
        return false
      default:
        tag.appendToAttributeName(byte)
        index &+= 1
      }
    }
    return false
  }

  private mutating func readBeforeValue(_ byte: UInt8, _ index: inout Int) -> Bool {
    switch byte {
    case _ where byte.isHTMLSpace:
      index &+= 1
    case UInt8(ascii: "\""):
      state = .doubleQuotedValue
      index &+= 1
    case UInt8(ascii: "'"):
      state = .singleQuotedValue
      index &+= 1
    case UInt8(ascii: ">"):
      return complete(&index)
    default:
      state = .unquotedValue
    }
    return false
  }

  private mutating func readQuotedValue(
    _ quote: UInt8,
    _ bytes: Span<UInt8>,
    _ index: inout Int
  ) {
    let start = index
    bytes.skip(to: quote, &index)
    if tag.isKeepingValue { tag.appendToValue(bytes, start..<index) }
    guard index < bytes.count else { return }
    state = .afterQuotedValue
    index &+= 1
  }

  private mutating func readUnquotedValue(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
      index &+= 1
    }
    if tag.isKeepingValue { tag.appendToValue(bytes, start..<index) }
    guard index < bytes.count else { return false }
    if bytes[index] == UInt8(ascii: ">") { return complete(&index) }
    state = .beforeAttributeName
    index &+= 1
    return false
  }
}
