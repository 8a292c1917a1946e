import AppLinks
import AppLinksResolving

/// A page that is scanned in several ways, which all have to give the same.
struct Page {
  /// What was not the same.
  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  private let html: String
  private let bytes: [UInt8]
  private var random: Random

  init(_ html: String, seed: UInt64) {
    self.html = html
    bytes = Array(html.utf8)
    random = Random(state: seed)
  }

  /// Scans the page.
  ///
  /// - Parameter isLenient: Whether tags that are not quite right count.
  /// - Returns: What is in it.
  /// - Throws: `Mistake` if it depends on how the page is cut, or if its head has what the page has
  ///   not.
  func scan(isLenient: Bool) throws -> AppLinkMetadata {
    var options = AppLinkScanner.Options(
      isLenient: isLenient,
      maximumTags: .max,
      maximumValueLength: .max
    )
    let whole = scan(options) { $0 }
    var random = random
    let cuts: [(name: String, length: (Int) -> Int)] = [
      ("byte by byte", { _ in 1 }), ("every 7 bytes", { _ in 7 }),
      ("at random", { _ in random.next(below: 24) }),
      ("far apart at random", { _ in random.next(below: 200) }),
      ("once, at random", { left in random.next(below: left) }),
    ]
    for cut in cuts where scan(options, pieceLength: cut.length) != whole {
      throw Mistake(description: "the result is another one if the page is cut \(cut.name)")
    }
    if AppLinkMetadata(html: html, options: options) != whole {
      throw Mistake(description: "the result for a string is another one than for bytes")
    }
    options.isHeadOnly = true
    let head = scan(options) { $0 }
    if !whole.tags.starts(with: head.tags) || scan(options, pieceLength: { _ in 1 }) != head {
      throw Mistake(description: "the head has tags that the page has not, or depends on cuts")
    }
    return whole
  }

  /// Scans the page in pieces, whose lengths are made from the number of bytes left.
  private func scan(
    _ options: AppLinkScanner.Options,
    pieceLength: (Int) -> Int
  ) -> AppLinkMetadata {
    var scanner = AppLinkScanner(options: options, contentType: "text/html; charset=utf-8")
    var start = 0
    while start < bytes.count {
      let end = min(start + max(1, pieceLength(bytes.count - start)), bytes.count)
      scanner.feed(bytes[start..<end])
      start = end
    }
    return scanner.finish()
  }
}

/// The same numbers in every run.
private struct Random {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }
}
