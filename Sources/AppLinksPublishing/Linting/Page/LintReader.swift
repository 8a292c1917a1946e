internal import AppLinks
internal import AppLinksResolving

/// A reader of pages for the linter, which reads a page as apps do and also as its author sees it.
struct LintReader {
  private let maximumBytes: Int
  private let readersBytes: Int
  private let contentType: String?
  private var bytes: [UInt8] = []
  private var scanner: AppLinkScanner

  /// A scanner that stops at the end of the head.
  private var headScanner: AppLinkScanner

  /// Whether the page exceeds the limit.
  private(set) var isComplete = false

  init(maximumBytes: Int, readersBytes: Int, contentType: String?) {
    self.maximumBytes = maximumBytes
    self.readersBytes = min(readersBytes, maximumBytes)
    self.contentType = contentType
    let options = AppLinkScanner.Options(maximumBytes: self.readersBytes)
    var headOptions = options
    headOptions.isHeadOnly = true
    scanner = AppLinkScanner(options: options, contentType: contentType)
    headScanner = AppLinkScanner(options: headOptions, contentType: contentType)
  }

  /// Reads the next chunk.
  mutating func feed(_ piece: [UInt8]) {
    scanner.feed(piece)
    headScanner.feed(piece)
    let room = maximumBytes - bytes.count
    bytes += piece.prefix(room)
    if piece.count > room { isComplete = true }
  }

  /// Ends the page.
  mutating func finish() -> LintSubject {
    // The scanner also stops at the limit for tags, and callers may then stop feeding it.
    let isCut = isComplete || scanner.isComplete
    let metadata = scanner.finish()
    let whole = wholePage(metadata)
    let known = headerCharset.flatMap(Charset.init(label:))
    var text = asciiCompatible(known)
    var search = MetaSearch(text.bytes)
    let declared = search.charset.flatMap { Charset(label: $0.text) }
    if known == nil, !text.isRewritten, declared == .iso2022Japanese {
      text = asciiCompatible(declared)
      search = MetaSearch(text.bytes)
    }

    var page = LintedPage()
    page.diagnostics = metadata.diagnostics.filter {
      !TagFault.codes.contains($0.code) && ($0.code != .pageTooLong || isComplete)
    }
    page.bodyTags = headScanner.finish().tags.count..<metadata.tags.count
    page.behindLimit = Array(whole.tags.dropFirst(metadata.tags.count))
    page.hidden = hidden(search, whole)
    for found in search.nearMisses { page.nearMisses[found.place] = found.text }
    page.declaredCharset = search.charset
    page.headerCharset = headerCharset
    page.isUTF16 = text.isRewritten
    page.malformedPlace = malformedPlace(text.bytes, isCut: isCut)
    page.maximumBytes = maximumBytes
    page.readersBytes = readersBytes
    return LintSubject(tags: metadata.tags, page: page, diagnostics: page.diagnostics)
  }

  private var headerCharset: String? { contentType.flatMap(ContentType.charsetLabel) }

  /// Returns the metadata of the whole page, including the part that readers do not read.
  private func wholePage(_ metadata: AppLinkMetadata) -> AppLinkMetadata {
    guard bytes.count > readersBytes else { return metadata }
    return AppLinkMetadata(html: bytes, contentType: contentType)
  }

  /// Returns the text that looks like tags where the scanner found none.
  private func hidden(_ search: MetaSearch, _ metadata: AppLinkMetadata) -> [FoundMeta] {
    var seen: Set<LintedPage.Place> = []
    func add(_ line: Int?, _ column: Int?) {
      if let place = LintedPage.Place(line: line, column: column) { seen.insert(place) }
    }
    for tag in metadata.tags { add(tag.line, tag.column) }
    for diagnostic in metadata.diagnostics { add(diagnostic.line, diagnostic.column) }

    // The scanner did not search after the tag that exceeded the limit.
    let last = metadata.diagnostics.first { $0.code == .tooManyTags }
    return search.tags.filter { found in
      if let last, (found.place.line, found.place.column) > (last.line ?? 0, last.column ?? 0) {
        return false
      }
      return !seen.contains(found.place)
    }
  }

  /// Returns the page without a byte order mark, and converted as in the scanner if its charset
  /// does not extend ASCII.
  private func asciiCompatible(_ charset: Charset?) -> (bytes: [UInt8], isRewritten: Bool) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), false) }
    var input = PageInput(charset: charset)
    var index = 0
    var text = input.begin(bytes.span, &index)
    if input.isPlain { return (bytes, false) }
    text += input.rewrite(bytes.span.extracting(index...))
    return (text + input.finish(), true)
  }

  /// Returns the position of the first bytes that are not UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - isCut: Whether the page continues, so that an incomplete character at the end is not a
  ///     mistake.
  /// - Returns: The position, or `nil` if the page is valid UTF-8.
  private func malformedPlace(_ bytes: [UInt8], isCut: Bool) -> LintedPage.Place? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var offset = 0
    var malformedLength = 0
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    reading: while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error(let length):
        malformedLength = length
        break reading
      case .emptyInput: break reading
      }
    }
    // The bytes of an incomplete character count as one mistake and begin with a valid first byte.
    let mayBegin = offset < bytes.count && (0xC2...0xF4).contains(bytes[offset])
    if isCut, mayBegin, offset + malformedLength == bytes.count { return nil }
    var lines = LineCounter()
    let (line, column) = lines.place(of: offset, in: bytes.span, base: 0)
    return LintedPage.Place(line: line, column: column)
  }
}
