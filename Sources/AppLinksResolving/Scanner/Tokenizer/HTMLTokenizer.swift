/// A tokenizer that splits a page into tags, byte by byte, and discards the text between them.
///
/// The states are those of the HTML standard's tokenizer that determine where tags begin and end.
/// The tokenizer contains the whole state, so a page can be split into chunks anywhere. Memory does
/// not grow with the page, and each byte is read a bounded number of times.
package struct HTMLTokenizer: Sendable {
  enum State: UInt8, Sendable {
    case data, plaintext
    case tagOpen, endTagOpen, tagName, selfClosing
    case beforeAttributeName, attributeName, afterAttributeName
    case beforeValue, doubleQuotedValue, singleQuotedValue, unquotedValue, afterQuotedValue
    case markupDeclaration, markupDeclarationDash, bogusComment
    case commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang
    case cdataOpen, cdata, cdataBracket, cdataEnd
    case rawText, rawTextLess, rawTextEndOpen, rawTextEndName
    case script, scriptLess, scriptEscapeStart, scriptEscapeStartDash
    case escaped, escapedDash, escapedDashDash, escapedLess, doubleEscapeStart
    case doubleEscaped, doubleEscapedDash, doubleEscapedDashDash, doubleEscapedLess
    case doubleEscapeEnd
  }

  var state = State.data

  /// The tag that is being read, or the last complete tag.
  package internal(set) var tag: HTMLTag

  /// Whether `<![CDATA[` begins a section instead of a comment.
  ///
  /// The reader of the tags sets this property.
  var allowsCDATA = false

  /// The element whose end tag ends raw text.
  var rawTextName = PackedName()

  /// The state to return to after any other end tag: raw text, or a state of a script.
  var rawTextState = State.rawText

  /// The number of matched characters of `[CDATA[`.
  var matchedCount = 0

  /// The name in a script that can change the escape state.
  var scriptName = PackedName()

  /// The offset in the page of the first byte of the current chunk.
  var base = 0

  package init(maximumValueLength: Int) {
    tag = HTMLTag(maximumValueLength: maximumValueLength)
  }

  /// Whether the last bytes belong to a potential tag.
  ///
  /// If `true`, `tag.offset` is the offset of the tag.
  var isInsideTag: Bool {
    switch state {
    case .tagOpen, .endTagOpen, .tagName, .selfClosing, .beforeAttributeName, .attributeName,
      .afterAttributeName, .beforeValue, .doubleQuotedValue, .singleQuotedValue, .unquotedValue,
      .afterQuotedValue:
      true
    default: false
    }
  }

  /// Reads until a tag is complete or the chunk ends.
  ///
  /// - Parameters:
  ///   - bytes: A chunk of the page.
  ///   - index: The index at which to begin. On return, the index at which to continue.
  /// - Returns: Whether a tag is complete, in which case it is in `tag`. If its content is not
  ///   markup, call one of the `enter` methods before you continue.
  package mutating func nextTag(in bytes: Span<UInt8>, from index: inout Int) -> Bool {
    while index < bytes.count {
      let isComplete: Bool
      switch state {
      case .data:
        skipText(bytes, &index)
        isComplete = false
      case .plaintext:
        index = bytes.count
        isComplete = false
      case .tagOpen, .endTagOpen, .tagName, .selfClosing:
        isComplete = readTag(bytes, &index)
      case .beforeAttributeName, .attributeName, .afterAttributeName, .beforeValue,
        .doubleQuotedValue, .singleQuotedValue, .unquotedValue, .afterQuotedValue:
        isComplete = readAttribute(bytes, &index)
      case .markupDeclaration, .markupDeclarationDash, .bogusComment, .commentStart,
        .commentStartDash, .comment, .commentEndDash, .commentEnd, .commentEndBang:
        readComment(bytes, &index)
        isComplete = false
      case .cdataOpen, .cdata, .cdataBracket, .cdataEnd:
        readCDATA(bytes, &index)
        isComplete = false
      case .rawText, .rawTextLess, .rawTextEndOpen, .rawTextEndName:
        isComplete = readRawText(bytes, &index)
      default:
        readScript(bytes, &index)
        isComplete = false
      }
      if isComplete { return true }
    }
    return false
  }

  /// Skips to the next `<`.
  private mutating func skipText(_ bytes: Span<UInt8>, _ index: inout Int) {
    bytes.skip(to: UInt8(ascii: "<"), &index)
    guard index < bytes.count else { return }
    tag.offset = base &+ index
    state = .tagOpen
    index &+= 1
  }

  /// Treats everything up to the end tag of the last tag's element as text.
  mutating func enterRawText() {
    rawTextName = tag.name
    rawTextState = .rawText
    state = .rawText
  }

  /// Treats everything up to the end tag of the last tag's element as a script.
  mutating func enterScript() {
    rawTextName = tag.name
    state = .script
  }

  /// Treats everything that follows as text.
  mutating func enterPlaintext() {
    state = .plaintext
  }
}

extension Span<UInt8> {
  /// Advances an index to the next occurrence of a byte, or to the end.
  @inline(__always)
  func skip(to byte: UInt8, _ index: inout Int) {
    var at = index
    let wanted = SIMD16(repeating: byte)
    while at &+ 16 <= count, !any(sixteen(from: at) .== wanted) { at &+= 16 }
    while at < count, self[at] != byte { at &+= 1 }
    index = at
  }

  /// Returns the sixteen bytes that begin at an index.
  @inline(__always)
  func sixteen(from index: Int) -> SIMD16<UInt8> {
    // Unsafe in name only: the bounds are checked, and any bytes form a valid vector.
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
  }
}
