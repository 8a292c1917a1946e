/// A scanner that reads App Links tags from a page in chunks.
///
/// ```swift
/// var scanner = AppLinkScanner(contentType: "text/html; charset=utf-8")
/// for chunk in chunks where !scanner.isComplete {
///   scanner.feed(chunk)
/// }
/// let metadata = scanner.finish()
/// ```
///
/// A chunk can end anywhere, even inside a character. Memory is bounded by the options and does not
/// grow with the page. The running time is linear in the size of the page, regardless of its
/// content.
///
/// The scanner finds the tags that a browser with scripts enabled finds in the delivered page: it
/// does not search comments, scripts, styles, templates and `noscript`, and it does not see tags
/// that scripts add. The scanner does not build a tree. Tags therefore have the order of the
/// source, even if a browser moves them out of a table, and tags in a frame set count although a
/// browser ignores them.
///
/// The encoding is that of a byte order mark, of the `Content-Type`, or of a `meta` tag, in this
/// order. A page that names no encoding is read as UTF-8 if its tags are valid UTF-8, and otherwise
/// as Windows-1252. A charset that is not supported is reported and ignored.
public struct AppLinkScanner: Sendable {
  private var input: PageInput
  private var reader: PageReader
  private let maximumBytes: Int
  private var byteCount = 0

  /// Whether no further input can change the result.
  ///
  /// A scanner is complete at the end of the head, if only the head is read, and at a limit.
  public var isComplete: Bool { reader.isComplete }

  /// Creates a scanner for one page.
  ///
  /// - Parameters:
  ///   - options: The tags to read and the limits for reading.
  ///   - contentType: The value of the page's `Content-Type` header, whose charset is used.
  public init(options: Options = Options(), contentType: String? = nil) {
    let label = contentType.flatMap(ContentType.charsetLabel)
    let charset = label.flatMap(Charset.init(label:))
    self.init(options: options, charset: charset)
    if let label, charset == nil { reader.reportUnknownCharset(label) }
  }

  /// Creates a scanner that also reads the tags of other vocabularies.
  ///
  /// - Parameters:
  ///   - options: The tags to read and the limits for reading.
  ///   - contentType: The value of the page's `Content-Type` header, whose charset is used.
  package init(readingPageTags options: Options, contentType: String?) {
    let charset = contentType.flatMap(ContentType.charsetLabel).flatMap(Charset.init(label:))
    input = PageInput(charset: charset)
    reader = PageReader(options: options, collectsPageTags: true)
    maximumBytes = max(0, options.maximumBytes ?? .max)
  }

  /// The tags of other vocabularies, in the order of the page, once the page has ended.
  package var pageTags: [PageTag] { reader.otherTags(charset: input.charset) }

  /// Creates a scanner for a page with a known charset.
  ///
  /// A byte order mark takes precedence.
  init(options: Options, charset: Charset?) {
    input = PageInput(charset: charset)
    reader = PageReader(options: options)
    maximumBytes = max(0, options.maximumBytes ?? .max)
  }

  /// Reads the next chunk of the page.
  ///
  /// - Parameter bytes: The chunk, of any size. It is ignored if the scanner is complete.
  /// - Returns: `true` if the scanner needs more input, or `false` if it is complete.
  /// - Complexity: O(*n*) in the number of bytes.
  @discardableResult
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> Bool {
    if isComplete { return false }
    let scanned: Void? = bytes.withContiguousStorageIfAvailable { scan($0.span) }
    if scanned == nil {
      let array = Array(bytes)
      scan(array.span)
    }
    return !isComplete
  }

  /// Ends the page and returns its metadata.
  ///
  /// A tag that is cut off at the end is ignored.
  ///
  /// - Returns: The metadata, which has no tags if the page has none.
  public mutating func finish() -> AppLinkMetadata {
    if !isComplete {
      let rest = input.finish()
      reader.read(rest.span)
    }
    return reader.finish(charset: input.charset)
  }

  private mutating func scan(_ bytes: Span<UInt8>) {
    let room = maximumBytes - byteCount
    byteCount += min(room, bytes.count)
    if bytes.count <= room { return decode(bytes) }
    decode(bytes.extracting(..<room))
    reader.stop(after: maximumBytes)
  }

  private mutating func decode(_ bytes: Span<UInt8>) {
    var index = 0
    let beginning = input.begin(bytes, &index)
    reader.read(beginning.span)
    let rest = bytes.extracting(index...)
    let canConvert = input.isPlain && input.charset == nil
    let count = input.isPlain ? reader.read(rest, canConvert: canConvert) : 0
    if canConvert, reader.needsConversion { input.rewriteJapanese() }
    if input.isPlain { return }
    let rewritten = input.rewrite(rest.extracting(count...))
    reader.read(rewritten.span)
  }
}
