internal import AppLinks

extension HTMLTokenizer {
  /// Reads text in which only the end tag of its element is markup.
  ///
  /// - Returns: Whether the end tag is complete.
  mutating func readRawText(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    let byte = bytes[index]
    switch state {
    case .rawText:
      bytes.skip(to: UInt8(ascii: "<"), &index)
      guard index < bytes.count else { return false }
      tag.offset = base &+ index
      state = .rawTextLess
      index &+= 1
    case .rawTextLess:
      guard byte == UInt8(ascii: "/") else {
        state = rawTextState
        return false
      }
      state = .rawTextEndOpen
      index &+= 1
    case .rawTextEndOpen:
      guard byte.isASCIILetter else {
        state = rawTextState
        return false
      }
      tag.begin(isEnd: true, offset: tag.offset)
      state = .rawTextEndName
    default:
      return readRawTextEndName(byte, &index)
    }
    return false
  }

  private mutating func readRawTextEndName(_ byte: UInt8, _ index: inout Int) -> Bool {
    if byte.isASCIILetter {
      tag.name.append(byte)
      index &+= 1
      return false
    }
    let endsName = byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    guard endsName, tag.name == rawTextName else {
      state = rawTextState
      return false
    }
    tag.endName()
    if byte == UInt8(ascii: ">") { return complete(&index) }
    state = byte == UInt8(ascii: "/") ? .selfClosing : .beforeAttributeName
    index &+= 1
    return false
  }
}
