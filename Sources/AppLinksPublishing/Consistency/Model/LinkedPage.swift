internal import AppLinks
internal import AppLinksResolving

/// A page with its address, and with the statements of its tags in all vocabularies.
///
/// ```swift
/// let page = LinkedPage(
///   html: """
///     <meta property="al:ios:app_store_id" content="123456789">
///     <meta name="apple-itunes-app" content="app-id=987654321">
///     """.utf8,
///   url: "https://shop.example/socks/7"
/// )
/// print(ConsistencyLinter().lint(page).map(\.code))
/// // [app-store-id-differs]
/// ```
///
/// Any bytes are accepted. At most 256 tags of each kind are read.
public struct LinkedPage: Sendable, Hashable, Codable {
  /// The URL of the page, after redirects.
  public var url: String

  /// The URLs that redirected to the page, beginning with that of the link.
  public var redirects: [String]

  /// The statements of the page, in its order.
  package var declarations: [PageDeclaration]

  /// The tag `apple-itunes-app` if it names no app, with its place.
  var unusableBanners: [PageTag] = []

  /// The number of tags `apple-itunes-app`.
  var bannerCount = 0

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - url: The URL of the page, after redirects.
  ///   - redirects: The URLs that redirected to the page, beginning with that of the link.
  ///   - contentType: The value of its `Content-Type` header, whose charset is used.
  /// - Complexity: O(*n*) in the length of the page.
  public init(
    html: some Sequence<UInt8>,
    url: String,
    redirects: [String] = [],
    contentType: String? = nil
  ) {
    self.url = url
    self.redirects = redirects
    let options = AppLinkScanner.Options(maximumBytes: AppLinkScanner.Options.usualMaximumBytes)
    var scanner = AppLinkScanner(readingPageTags: options, contentType: contentType)
    scanner.feed(html)
    let metadata = scanner.finish()
    declarations = metadata.tags.compactMap(PageDeclaration.init)
    for tag in scanner.pageTags { take(tag) }
    let ordered = declarations.enumerated().sorted { left, right in
      (left.element.line ?? 0, left.element.column ?? 0, left.offset)
        < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
    }
    declarations = ordered.map(\.element)
  }

  private mutating func take(_ tag: PageTag) {
    if tag.name == "apple-itunes-app" {
      bannerCount += 1
      let found = PageDeclaration.ofBanner(tag)
      declarations += found
      let hasApp = found.contains { $0.fact == .appStoreID || $0.fact == .clipBundleID }
      if !hasApp { unusableBanners.append(tag) }
    } else {
      declarations += PageDeclaration.ofTag(tag)
    }
  }

  /// The page with what a comparison of pages needs, which takes less memory.
  public var forComparison: LinkedPage {
    var page = self
    page.declarations.removeAll { ![.appURL, .webURL, .address].contains($0.fact) }
    return page
  }

  /// Returns the statements about a fact, in the order of the page.
  func all(_ fact: PageDeclaration.Fact) -> [PageDeclaration] {
    declarations.filter { $0.fact == fact }
  }
}
