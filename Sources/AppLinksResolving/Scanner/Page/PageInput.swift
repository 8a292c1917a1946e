/// Looks for a byte order mark at the beginning of a page, and makes UTF-8 of UTF-16.
package struct PageInput: Sendable {
  /// The charset of a byte order mark or of the header; `nil` if there is neither.
  private(set) var charset: Charset?

  private var beginning: [UInt8] = []
  private var hasBegun = false
  private var rewriter: UTF16Rewriter?

  package init(charset: Charset?) {
    self.charset = charset
  }

  /// Whether bytes pass as they are, once the page has begun.
  package var isPlain: Bool { rewriter == nil }

  /// Takes the bytes in which a byte order mark may be.
  ///
  /// - Parameters:
  ///   - bytes: A piece of the page.
  ///   - index: Afterwards, where to go on: at the end as long as there is too little to decide.
  /// - Returns: Bytes of the beginning that belong to the page.
  package mutating func begin(_ bytes: Span<UInt8>, _ index: inout Int) -> [UInt8] {
    if hasBegun { return [] }
    while index < bytes.count, beginning.count < 3 {
      beginning.append(bytes[index])
      index += 1
    }
    return beginning.count < 3 ? [] : decide()
  }

  /// Rewrites a piece that does not pass as it is.
  package mutating func rewrite(_ bytes: Span<UInt8>) -> [UInt8] {
    rewriter?.rewrite(bytes) ?? []
  }

  /// The bytes that were held back when the page ends.
  package mutating func finish() -> [UInt8] {
    hasBegun ? [] : decide()
  }

  private mutating func decide() -> [UInt8] {
    hasBegun = true
    var mark = 0
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) {
      (charset, mark) = (.utf8, 3)
    } else if beginning.starts(with: [0xFE, 0xFF]) {
      (charset, mark) = (.utf16BigEndian, 2)
    } else if beginning.starts(with: [0xFF, 0xFE]) {
      (charset, mark) = (.utf16LittleEndian, 2)
    }
    beginning.removeFirst(mark)
    if charset == .utf16LittleEndian || charset == .utf16BigEndian {
      var rewriter = UTF16Rewriter(isBigEndian: charset == .utf16BigEndian)
      let rewritten = rewriter.rewrite(beginning.span)
      self.rewriter = rewriter
      return rewritten
    }
    return beginning
  }
}
