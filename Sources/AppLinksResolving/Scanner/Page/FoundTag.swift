internal import AppLinks

/// A tag as written in the page, before the charset of the page is known.
struct FoundTag: Sendable {
  var property: HTMLTag.Value
  var content: HTMLTag.Value?
  var line: Int
  var column: Int

  /// Returns whether the bytes are text in a charset.
  func isText(in charset: Charset) -> Bool {
    charset.isText(property.bytes) && charset.isText(content?.bytes ?? [])
  }

  /// Returns the tag, decoded with a charset.
  func decoded(_ charset: Charset, isLenient: Bool) -> AppLinkTag {
    var tag = AppLinkTag(
      property: AttributeText.value(of: charset.decode(property.bytes)),
      // The value of a truncated attribute would be wrong.
      content: content.flatMap {
        $0.isCut ? nil : AttributeText.value(of: charset.decode($0.bytes))
      },
      line: line,
      column: column
    )
    if isLenient {
      tag.property = tag.property.lowercased().trimmingHTMLSpace
      if tag.components.last != "app_name" { tag.content = tag.content?.trimmingHTMLSpace }
    }
    return tag
  }
}
