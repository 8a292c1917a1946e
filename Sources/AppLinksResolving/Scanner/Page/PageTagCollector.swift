internal import AppLinks

/// A collector of the tags with which a page names its address and its apps, other than App Links.
struct PageTagCollector: Sendable {
  private var found: [(tag: FoundTag, attribute: PageTag.Attribute)] = []

  /// The number of tags after which further tags are ignored.
  private static let maximumTags = 256

  private static let names: Set<String> = ["apple-itunes-app", "og:url", "twitter:card"]

  private var isFull: Bool { found.count >= Self.maximumTags }

  /// Returns whether a `meta` tag can be relevant.
  ///
  /// Most are not.
  func mayTakeMeta(_ tag: HTMLTag) -> Bool {
    guard !isFull, tag[.content] != nil else { return false }
    return subject(of: tag) != nil
  }

  /// Processes a `meta` tag.
  mutating func takeMeta(_ tag: HTMLTag, line: Int, column: Int) {
    guard let (attribute, value) = subject(of: tag) else { return }
    let found = FoundTag(property: value, content: tag[.content], line: line, column: column)
    self.found.append((found, attribute))
  }

  /// Returns whether a `link` tag can be relevant.
  func mayTakeLink(_ tag: HTMLTag) -> Bool {
    guard !isFull, let rel = tag[.rel], let href = tag[.href] else { return false }
    let words = Self.words(of: rel)
    if words.contains("canonical") { return true }
    // Alternates of other kinds are languages and feeds.
    let start = String(decoding: href.bytes.prefix(16), as: UTF8.self)
      .trimmingHTMLSpace.lowercased()
    return words.contains("alternate")
      && ["android-app:", "ios-app:"].contains { start.hasPrefix($0) }
  }

  /// Processes a `link` tag.
  mutating func takeLink(_ tag: HTMLTag, line: Int, column: Int) {
    guard let rel = tag[.rel] else { return }
    let name = Self.words(of: rel).contains("canonical") ? "canonical" : "alternate"
    var subject = rel
    subject.bytes = Array(name.utf8)
    let found = FoundTag(property: subject, content: tag[.href], line: line, column: column)
    self.found.append((found, .rel))
  }

  /// Returns the tags, decoded with a charset.
  ///
  /// - Parameter charset: The charset of the page, or `nil` if it is not known.
  /// - Returns: The tags in the order of the page, without those that are too long to keep.
  func tags(charset: Charset?) -> [PageTag] {
    let isUTF8 = found.allSatisfy { $0.tag.isText(in: .utf8) }
    let charset = charset ?? (isUTF8 ? .utf8 : .windows1252)
    return found.compactMap { found in
      let tag = found.tag.decoded(charset, isLenient: false)
      guard let value = tag.content, let line = tag.line, let column = tag.column else {
        return nil
      }
      return PageTag(
        attribute: found.attribute,
        name: tag.property.trimmingHTMLSpace.lowercased(),
        value: value.trimmingHTMLSpace,
        line: line,
        column: column
      )
    }
  }

  /// Returns the attribute of a `meta` tag that names one of the subjects.
  private func subject(of tag: HTMLTag) -> (PageTag.Attribute, HTMLTag.Value)? {
    if let value = tag[.httpEquiv], !value.isCut, value.bytes.count < 64,
      String(decoding: value.bytes, as: UTF8.self).trimmingHTMLSpace.lowercased() == "refresh"
    {
      return (.httpEquiv, value)
    }
    for (attribute, value) in [(PageTag.Attribute.property, tag[.property]), (.name, tag[.name])] {
      guard let value, !value.isCut, value.bytes.count < 64, Self.mayBegin(value.bytes) else {
        continue
      }
      let text = String(decoding: value.bytes, as: UTF8.self)
      let name = AttributeText.value(of: text).trimmingHTMLSpace.lowercased()
      if Self.names.contains(name) || name.hasPrefix("twitter:app:") { return (attribute, value) }
    }
    return nil
  }

  /// Returns whether bytes can be the name of a subject.
  private static func mayBegin(_ bytes: [UInt8]) -> Bool {
    for byte in bytes where !byte.isHTMLSpace {
      return [UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "t")].contains(byte | 0x20)
        || byte == UInt8(ascii: "&")
    }
    return false
  }

  private static func words(of rel: HTMLTag.Value) -> [String] {
    let text = AttributeText.value(of: String(decoding: rel.bytes, as: UTF8.self))
    return text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
