internal import AppLinks
internal import AppLinksResolving

/// The texts in values that another program replaces.
struct Placeholders {
  /// The texts, the longest first.
  private let texts: [String]

  init(_ texts: Set<String>) {
    self.texts = texts.filter { !$0.isEmpty }
      .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Returns text whose parts are replaced: the placeholders, and everything between them.
  func replacing(in text: String, with part: (_ text: String, _ isPlaceholder: Bool) -> String)
    -> String
  {
    var result = ""
    var rest = text[...]
    while let (range, _) = first(in: rest) {
      if range.lowerBound > rest.startIndex {
        result += part(String(rest[..<range.lowerBound]), false)
      }
      result += part(String(rest[range]), true)
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty ? result : result + part(String(rest), false)
  }

  /// Returns a tag with valid text in place of placeholders.
  func filled(_ tag: AppLinkTag) -> AppLinkTag {
    guard let content = tag.content, first(in: content[...]) != nil else { return tag }
    var tag = tag
    let key = tag.components.last ?? ""
    if texts.contains(content), let whole = Self.wholes[key] {
      tag.content = whole
      return tag
    }
    let filled = replacing(in: content) { text, isPlaceholder in
      guard isPlaceholder else { return text }
      return key == "app_store_id" ? "1" : "a1"
    }
    // A template can begin with the address of the site.
    let isBase =
      key == "url" && URLParts(filled).scheme == nil
      && first(in: content[...])?.range.lowerBound == content.startIndex
    tag.content = isBase ? "https://shop.example/" + filled : filled
    return tag
  }

  /// Valid values of the keys of a tag.
  private static let wholes: [Substring: String] = [
    "url": "https://shop.example/", "app_store_id": "123456789", "package": "com.example.shop",
    "class": "com.example.shop.Main", "app_id": "a14e93aa-27c7-df11-a844-00237de2db9f",
    "should_fallback": "true",
  ]

  /// Returns the first placeholder in text.
  private func first(in text: Substring) -> (range: Range<String.Index>, text: String)? {
    var found: (range: Range<String.Index>, text: String)?
    for placeholder in texts {
      guard let range = text.firstRange(of: placeholder) else { continue }
      if let found, found.range.lowerBound <= range.lowerBound { continue }
      found = (range, placeholder)
    }
    return found
  }
}
