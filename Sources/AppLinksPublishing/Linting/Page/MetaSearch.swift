internal import AppLinks
internal import AppLinksResolving

/// A search for everything in a page that looks like a `meta` tag, even where it is not one.
///
/// The scanner decides which results are tags. The containers of the others are approximate: they
/// are suitable only for messages.
struct MetaSearch {
  /// The results whose property begins with `al:`.
  private(set) var tags: [FoundMeta] = []

  /// The results whose property or name almost begins with `al:`.
  private(set) var nearMisses: [FoundMeta] = []

  /// The first result that declares a charset.
  private(set) var charset: FoundMeta?

  private var lines = LineCounter()
  private var templateDepth = 0

  /// A part of the page that readers do not search.
  private struct Hiding {
    /// The name of the part in messages.
    let container: String

    /// The index of the text after the part.
    ///
    /// A tag inside it does not extend beyond this index.
    let end: Int
  }

  private var hiding: Hiding?

  private static let rawElements = [
    "script", "style", "title", "textarea", "noscript", "iframe", "xmp", "noembed", "noframes",
  ]

  /// Searches a page.
  ///
  /// - Parameter bytes: The page, in a charset that extends ASCII, without a byte order mark.
  /// - Complexity: O(*n*) in the length of the page.
  init(_ bytes: [UInt8]) {
    var at = 0
    while at < bytes.count {
      if let end = hiding?.end, at >= end { hiding = nil }
      if bytes[at] != UInt8(ascii: "<") {
        at += 1
      } else if names("meta", bytes, at + 1) {
        take(bytes, &at)
      } else {
        if hiding == nil { followMarkup(bytes, at) }
        at += 1
      }
    }
  }

  /// Returns the index after a comment whose content begins at an index.
  private func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at...].starts(with: "-->".utf8) { return at + 3 }
      if bytes[at...].starts(with: "--!>".utf8) { return at + 4 }
      at += 1
    }
    return at
  }

  /// Returns the index of the end tag of an element whose content begins at an index.
  private func endOfText(in name: String, _ bytes: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] != UInt8(ascii: "<") || !names("/" + name, bytes, at + 1) {
      at += 1
    }
    return at
  }

  /// Returns whether a complete name is at an index.
  private func names(_ name: String, _ bytes: [UInt8], _ at: Int) -> Bool {
    let end = at + name.utf8.count
    // Most names differ in their first byte.
    guard end < bytes.count, bytes[at].asciiLowercased == name.utf8.first else { return false }
    let isName = bytes[at..<end].lazy.map(\.asciiLowercased).elementsEqual(name.utf8)
    let next = bytes[end]
    return isName && (next.isHTMLSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: ">"))
  }

  /// Processes markup that can hide tags, beginning at a `<`.
  private mutating func followMarkup(_ bytes: [UInt8], _ start: Int) {
    guard start + 1 < bytes.count else { return }
    switch bytes[start + 1].asciiLowercased {
    case UInt8(ascii: "!"), UInt8(ascii: "/"), UInt8(ascii: "s"), UInt8(ascii: "t"),
      UInt8(ascii: "n"), UInt8(ascii: "i"), UInt8(ascii: "x"):
      break
    default: return
    }
    if bytes[start...].starts(with: "<!--".utf8) {
      // `<!-->` and `<!--->` are complete comments.
      let isWhole = ["-->", "--->"].contains { bytes[(start + 2)...].starts(with: $0.utf8) }
      if isWhole { return }
      hiding = Hiding(container: "a comment", end: endOfComment(bytes, start + 4))
    } else if names("template", bytes, start + 1) {
      templateDepth += 1
    } else if names("/template", bytes, start + 1) {
      templateDepth = max(0, templateDepth - 1)
    } else if let name = Self.rawElements.first(where: { names($0, bytes, start + 1) }) {
      hiding = Hiding(container: "<\(name)>", end: endOfText(in: name, bytes, start + 1))
    }
  }

  /// Processes text that looks like a tag, and continues after it.
  private mutating func take(_ bytes: [UInt8], _ at: inout Int) {
    let offset = at
    var tokenizer = HTMLTokenizer(maximumValueLength: 8192)
    let end = hiding?.end ?? bytes.count
    guard tokenizer.nextTag(in: bytes.span.extracting(..<end), from: &at) else { return }
    let tag = tokenizer.tag
    let container = container
    if charset == nil, container == nil, let label = label(of: tag) {
      charset = found(label, bytes, offset)
    }
    let isProperty = tag[.property] != nil
    guard let value = tag[.property] ?? tag[.name] else { return }
    let text = AttributeText.value(of: String(decoding: value.bytes, as: UTF8.self))
    if isProperty, text.utf8.starts(with: "al:".utf8) {
      tags.append(found(text, bytes, offset))
    } else if text.trimmingHTMLSpace.lowercased().utf8.starts(with: "al:".utf8) {
      nearMisses.append(found(text, bytes, offset))
    }
  }

  private var container: String? {
    hiding?.container ?? (templateDepth > 0 ? "<template>" : nil)
  }

  private mutating func found(_ text: String, _ bytes: [UInt8], _ offset: Int) -> FoundMeta {
    let (line, column) = lines.place(of: offset, in: bytes.span, base: 0)
    return FoundMeta(
      place: LintedPage.Place(line: line, column: column),
      text: text,
      container: container
    )
  }

  /// Returns the charset label that a tag declares.
  private func label(of tag: HTMLTag) -> String? {
    if let value = tag[.charset] { return String(decoding: value.bytes, as: UTF8.self) }
    guard let header = tag[.httpEquiv], let content = tag[.content] else { return nil }
    guard String(decoding: header.bytes, as: UTF8.self).lowercased() == "content-type" else {
      return nil
    }
    return ContentType.charsetLabel(in: String(decoding: content.bytes, as: UTF8.self))
  }
}

/// Text that looks like a `meta` tag, anywhere in a page.
struct FoundMeta {
  let place: LintedPage.Place

  /// The value of `property`, or else of `name`, or the declared charset.
  let text: String

  /// The part of the page that hides the tag, such as `a comment`, or `nil` if nothing hides it.
  let container: String?
}
