internal import AppLinks

extension HTMLTokenizer {
  /// Reads the beginning of a tag, its name, and the slash before its end.
  ///
  /// - Returns: Whether the tag is complete.
  mutating func readTag(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    let byte = bytes[index]
    switch state {
    case .tagOpen:
      switch byte {
      case UInt8(ascii: "!"):
        state = .markupDeclaration
      case UInt8(ascii: "/"):
        state = .endTagOpen
      case UInt8(ascii: "?"):
        state = .bogusComment
      case _ where byte.isASCIILetter:
        tag.begin(isEnd: false, offset: tag.offset)
        state = .tagName
        return false
      default:
        state = .data
        return false
      }
      index &+= 1
      return false
    case .endTagOpen:
      if byte.isASCIILetter {
        tag.begin(isEnd: true, offset: tag.offset)
        state = .tagName
      } else if byte == UInt8(ascii: ">") {
        state = .data
        index &+= 1
      } else {
        state = .bogusComment
      }
      return false
    case .tagName:
      return readTagName(bytes, &index)
    default:  // selfClosing
      guard byte == UInt8(ascii: ">") else {
        state = .beforeAttributeName
        return false
      }
      tag.isSelfClosing = true
      return complete(&index)
    }
  }

  private mutating func readTagName(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        tag.endName()
        return complete(&index)
      }
      if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
        tag.endName()
        state = byte == UInt8(ascii: "/") ? .selfClosing : .beforeAttributeName
        index &+= 1
        return false
      }
      tag.name.append(byte)
      index &+= 1
    }
    return false
  }

  /// Ends a tag at its `>`.
  mutating func complete(_ index: inout Int) -> Bool {
    state = .data
    index &+= 1
    return true
  }
}
