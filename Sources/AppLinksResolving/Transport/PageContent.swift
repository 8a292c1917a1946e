internal import AppLinks

/// Decides what may be a page.
enum PageContent {
  /// Whether the answer may have tags in it.
  ///
  /// A server that sees the header `Prefer-Html-Meta-Tags` may send tags for what is no HTML
  /// otherwise, so everything that is text is read, as is what has no type.
  static func isPage(_ response: PageResponse) -> Bool {
    guard let type = mediaType(of: response) else { return true }
    if type.hasPrefix("text/") || type.hasSuffix("+xml") || type.hasSuffix("+json") { return true }
    return ["application/xml", "application/json", "application/javascript"].contains(type)
      || !type.contains("/")
  }

  /// The media type in small letters, without parameters.
  static func mediaType(of response: PageResponse) -> String? {
    guard let text = response["content-type"] else { return nil }
    let type = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let bare = type.trimmingHTMLSpace.lowercased()
    return bare.isEmpty ? nil : bare
  }
}
