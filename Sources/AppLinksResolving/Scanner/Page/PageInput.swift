/// A filter that detects a byte order mark at the beginning of a page, and converts a charset that
/// does not extend ASCII to one that does.
package struct PageInput: Sendable {
  /// The charset of a byte order mark or of the header, or `nil` if there is neither.
  private(set) var charset: Charset?

  private var beginning: [UInt8] = []
  private var hasBegun = false
  private var rewriter: Rewriter?

  private enum Rewriter {
    case utf16(UTF16Rewriter)
    case japanese(ISO2022JapaneseRewriter)

    mutating func rewrite(_ bytes: Span<UInt8>) -> [UInt8] {
      switch self {
      case .utf16(var rewriter):
        defer { self = .utf16(rewriter) }
        return rewriter.rewrite(bytes)
      case .japanese(var rewriter):
        defer { self = .japanese(rewriter) }
        return rewriter.rewrite(bytes)
      }
    }
  }

  package init(charset: Charset?) {
    self.charset = charset
  }

  /// Whether bytes pass unchanged after the beginning of the page.
  package var isPlain: Bool { rewriter == nil }

  /// Processes the bytes that can contain a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: A chunk of the page.
  ///   - index: On return, the index at which to continue. It is at the end if more bytes are
  ///     needed for a decision.
  /// - Returns: The bytes of the beginning that belong to the page.
  package mutating func begin(_ bytes: Span<UInt8>, _ index: inout Int) -> [UInt8] {
    if hasBegun { return [] }
    while index < bytes.count, beginning.count < 3 {
      beginning.append(bytes[index])
      index += 1
    }
    return beginning.count < 3 ? [] : decide()
  }

  /// Rewrites a chunk that does not pass unchanged.
  package mutating func rewrite(_ bytes: Span<UInt8>) -> [UInt8] {
    rewriter?.rewrite(bytes) ?? []
  }

  /// Begins to convert ISO-2022-JP, which a tag of the page has declared.
  mutating func rewriteJapanese() { rewriter = .japanese(ISO2022JapaneseRewriter()) }

  /// Returns the bytes that were held back at the end of the page.
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
    switch charset {
    case .utf16LittleEndian: rewriter = .utf16(UTF16Rewriter(isBigEndian: false))
    case .utf16BigEndian: rewriter = .utf16(UTF16Rewriter(isBigEndian: true))
    case .iso2022Japanese: rewriteJapanese()
    default: return beginning
    }
    let beginning = beginning
    return rewrite(beginning.span)
  }
}
