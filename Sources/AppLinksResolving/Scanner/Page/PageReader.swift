/// A reader that finds App Links tags among all tags of a page.
struct PageReader: Sendable {
  private(set) var isComplete = false

  private var tokenizer: HTMLTokenizer
  private var foreign = ForeignContent()
  private var templateDepth = 0
  private var lines = LineCounter()
  private var collector: TagCollector
  private let isHeadOnly: Bool

  /// The tags of other vocabularies, or `nil` if they are not requested.
  private var pageTags: PageTagCollector?

  /// The offset of the next chunk.
  private var base = 0

  /// The position of a tag that began in an earlier chunk.
  private var pendingPlace: (line: Int, column: Int)?

  init(options: AppLinkScanner.Options, collectsPageTags: Bool = false) {
    tokenizer = HTMLTokenizer(maximumValueLength: max(0, options.maximumValueLength))
    tokenizer.tag.keepsLinks = collectsPageTags
    collector = TagCollector(options: options)
    isHeadOnly = options.isHeadOnly
    if collectsPageTags { pageTags = PageTagCollector() }
  }

  /// Reads a chunk of the page.
  ///
  /// - Parameters:
  ///   - bytes: The chunk.
  ///   - canConvert: Whether the bytes after a tag that declares ISO-2022-JP can be converted.
  /// - Returns: The number of bytes that were read. It is less than all of them if the others must
  ///   be converted first.
  @discardableResult
  mutating func read(_ bytes: Span<UInt8>, canConvert: Bool = false) -> Int {
    if isComplete || bytes.isEmpty { return bytes.count }
    var index = 0
    tokenizer.base = base
    while tokenizer.nextTag(in: bytes, from: &index) {
      if tokenizer.tag.element == nil, foreign.isEmpty {
        foreign.pass(tokenizer.tag)
        continue
      }
      if tokenizer.tag.isEnd { handleEnd() } else { handleStart(bytes) }
      if isComplete { return bytes.count }
      if canConvert, needsConversion {
        base += index
        lines.advance(to: base, in: bytes, base: base - index)
        return index
      }
    }
    if tokenizer.isInsideTag, tokenizer.tag.offset >= base {
      pendingPlace = lines.place(of: tokenizer.tag.offset, in: bytes, base: base)
    }
    base += bytes.count
    lines.advance(to: base, in: bytes, base: base - bytes.count)
    return bytes.count
  }

  /// Whether a tag has declared ISO-2022-JP, so that the bytes after it must be converted.
  var needsConversion: Bool { collector.declaredCharset == .iso2022Japanese }

  /// Reports that the header of the page declares a charset that is not supported.
  mutating func reportUnknownCharset(_ label: String) { collector.reportUnknownCharset(label) }

  /// Stops reading because the page exceeds the limit.
  mutating func stop(after byteCount: Int) {
    if isComplete { return }
    isComplete = true
    collector.reportLongPage(byteCount)
  }

  /// Ends the page.
  ///
  /// - Parameter charset: The charset of the page, if it is known from outside of its tags.
  /// - Returns: The metadata of the page.
  mutating func finish(charset: Charset?) -> AppLinkMetadata {
    isComplete = true
    return collector.metadata(charset: charset)
  }

  /// Returns the tags of other vocabularies.
  ///
  /// - Parameter charset: The charset of the page, if it is known from outside of its tags.
  /// - Returns: The tags, in the order of the page.
  func otherTags(charset: Charset?) -> [PageTag] {
    pageTags?.tags(charset: charset ?? collector.declaredCharset) ?? []
  }

  private mutating func handleStart(_ bytes: Span<UInt8>) {
    let isHTML = foreign.start(tokenizer.tag)
    tokenizer.allowsCDATA = foreign.allowsCDATA
    guard isHTML else { return }
    switch tokenizer.tag.element {
    case .meta where templateDepth == 0: handleMeta(bytes)
    case .link where templateDepth == 0: handleLink(bytes)
    case .rawText, .title: tokenizer.enterRawText()
    case .script: tokenizer.enterScript()
    case .plaintext: tokenizer.enterPlaintext()
    case .template: templateDepth += 1
    case .body where isHeadOnly && templateDepth == 0: isComplete = true
    default: break
    }
  }

  private mutating func handleEnd() {
    let isHTML = foreign.end(tokenizer.tag, isTemplateOpen: templateDepth > 0)
    tokenizer.allowsCDATA = foreign.allowsCDATA
    guard isHTML else { return }
    switch tokenizer.tag.element {
    case .template where templateDepth > 0: templateDepth -= 1
    case .head where isHeadOnly && templateDepth == 0: isComplete = true
    default: break
    }
  }

  private mutating func handleMeta(_ bytes: Span<UInt8>) {
    let isOther = pageTags?.mayTakeMeta(tokenizer.tag) == true
    let isCollected = collector.mayTake(tokenizer.tag)
    guard isOther || isCollected else { return }
    let place = place(in: bytes)
    if isOther { pageTags?.takeMeta(tokenizer.tag, line: place.line, column: place.column) }
    guard isCollected else { return }
    collector.take(tokenizer.tag, line: place.line, column: place.column)
    if collector.isFull { isComplete = true }
  }

  private mutating func handleLink(_ bytes: Span<UInt8>) {
    guard pageTags?.mayTakeLink(tokenizer.tag) == true else { return }
    let place = place(in: bytes)
    pageTags?.takeLink(tokenizer.tag, line: place.line, column: place.column)
  }

  /// Returns the position of the last complete tag.
  private mutating func place(in bytes: Span<UInt8>) -> (line: Int, column: Int) {
    if tokenizer.tag.offset >= base {
      return lines.place(of: tokenizer.tag.offset, in: bytes, base: base)
    }
    return pendingPlace ?? (1, 1)
  }
}
