/// Reads App Links tags from a page that arrives in pieces.
///
/// ```swift
/// var scanner = AppLinkScanner(contentType: "text/html; charset=utf-8")
/// for chunk in chunks where !scanner.isComplete {
///   scanner.feed(chunk)
/// }
/// let metadata = scanner.finish()
/// ```
///
/// Pieces may be cut anywhere, also within a character. Memory is bounded by the options and does
/// not grow with the page, and the time is linear in its size whatever is in it.
///
/// What counts as a tag is what a browser that runs scripts would find in the page as it was
/// delivered: comments, scripts, styles, templates and `noscript` are not searched. Tags that
/// scripts would add are not seen. Since no tree is built, tags come in the order in which they are
/// written, also those that a browser moves out of a table, and those count that it would ignore in
/// a set of frames.
///
/// The encoding is that of a byte order mark, of the `Content-Type`, or of a `meta` tag, in this
/// order. Pages that name none are taken as UTF-8 if the tags are valid UTF-8, otherwise as
/// Windows-1252.
public struct AppLinkScanner: Sendable {
  private var input: PageInput
  private var reader: PageReader
  private let maximumBytes: Int
  private var byteCount = 0

  /// Whether nothing that may follow could change the result.
  ///
  /// That is so at the end of the head if only the head is read, and at a limit.
  public var isComplete: Bool { reader.isComplete }

  /// Makes a scanner for one page.
  ///
  /// - Parameters:
  ///   - options: What to read, and how much of it.
  ///   - contentType: The value of the header `Content-Type` that came with the page; its charset
  ///     is used.
  public init(options: Options = Options(), contentType: String? = nil) {
    self.init(options: options, charset: contentType.flatMap(ContentType.charset))
  }

  /// Makes a scanner for a page whose charset is known, unless a byte order mark says otherwise.
  init(options: Options, charset: Charset?) {
    input = PageInput(charset: charset)
    reader = PageReader(options: options)
    maximumBytes = max(0, options.maximumBytes ?? .max)
  }

  /// Reads the next piece of the page.
  ///
  /// - Parameter bytes: The piece, of any size. It is ignored if the scanner is complete.
  /// - Returns: Whether to go on; `false` once the scanner is complete.
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

  /// Ends the page and tells what was in it.
  ///
  /// A tag that is cut off at the end is not one.
  ///
  /// - Returns: The metadata, without tags if there were none.
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
    if input.isPlain {
      reader.read(rest)
    } else {
      let rewritten = input.rewrite(rest)
      reader.read(rewritten.span)
    }
  }
}
