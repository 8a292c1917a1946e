import AppLinks
import AppLinksResolving

/// Scans a page in pieces, whose lengths repeat.
func scan(
  _ page: [UInt8],
  _ options: AppLinkScanner.Options,
  _ contentType: String?,
  pieces: [Int]
) -> AppLinkMetadata {
  var scanner = AppLinkScanner(options: options, contentType: contentType)
  var start = 0
  var turn = 0
  while start < page.count {
    let end = min(page.count, start + pieces[turn % pieces.count])
    scanner.feed(page[start..<end])
    start = end
    turn += 1
  }
  return scanner.finish()
}

/// Whether `<meta` is at a place of the page.
func isMeta(_ page: [UInt8], line: Int, column: Int) -> Bool {
  var at = 0
  var current = 1
  while current < line, at < page.count {
    let isReturn = page[at] == 0x0D
    if isReturn, at + 1 < page.count, page[at + 1] == 0x0A { at += 1 }
    if isReturn || page[at] == 0x0A { current += 1 }
    at += 1
  }
  let tag = page.dropFirst(at + column - 1).prefix(5)
  return String(decoding: tag, as: UTF8.self).lowercased() == "<meta"
}

/// The first five bytes choose options, the charset, and how the page is cut; the others are the
/// page.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(data, count)
  let flags = input.byte()
  let limits = input.byte()
  let charsets = ["utf-8", "windows-1252", "utf-16be", "utf-16", "shift_jis", "\"koi8-r\"", "x"]
  let charset = Int(input.byte())
  let pieces = [Int(input.byte()) + 1, Int(input.byte() & 15) + 1]
  let page = input.rest

  var options = AppLinkScanner.Options(
    isLenient: flags & 1 != 0,
    maximumBytes: flags & 2 != 0 ? Int(limits) * 8 : nil,
    maximumTags: flags & 4 != 0 ? Int(limits & 7) : .max,
    maximumValueLength: flags & 8 != 0 ? Int(limits >> 3) : .max
  )
  let contentType =
    charset % 8 < charsets.count ? "text/html; charset=" + charsets[charset % 8] : nil

  let whole = scan(page, options, contentType, pieces: [max(1, page.count)])
  for cut in [pieces, [1]] {
    let other = scan(page, options, contentType, pieces: cut)
    require(other == whole, "cut into \(cut): \(other) instead of \(whole)")
  }

  require(whole.tags.count <= options.maximumTags, "too many tags")
  for tag in whole.tags {
    require(tag.property.utf8.starts(with: "al:".utf8), "\(tag)")
    require(tag.property.utf8.count / 3 <= options.maximumValueLength, "too long: \(tag)")
    require((tag.content ?? "").utf8.count / 3 <= options.maximumValueLength, "too long: \(tag)")
    // Places in UTF-16, and behind a byte order mark, are those in the page rewritten.
    if charset % 8 < 2, page.first != 0xFF, page.first != 0xFE, page.first != 0xEF {
      require(isMeta(page, line: tag.line ?? 0, column: tag.column ?? 0), "not a meta: \(tag)")
    }
  }

  options.isHeadOnly = true
  let head = scan(page, options, contentType, pieces: pieces)
  // Fewer tags may mean another charset, so only their number and places can be compared.
  let places = whole.tags.prefix(head.tags.count).map { [$0.line, $0.column] }
  require(head.tags.map { [$0.line, $0.column] } == places, "\(head) is not in \(whole)")
  return 0
}
