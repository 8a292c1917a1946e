internal import AppLinks
internal import AppLinksResolving

/// What rules know of a page besides its tags.
struct LintedPage {
  /// A place in the page, both counted from 1.
  struct Place: Hashable {
    let line: Int
    let column: Int

    init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// A place, if both are known.
    init?(line: Int?, column: Int?) {
      guard let line, let column else { return nil }
      self.init(line: line, column: column)
    }
  }

  /// What the scanner found odd.
  var diagnostics: [AppLinkDiagnostic] = []

  /// The indices of the tags that are not in the head.
  var bodyTags: Range<Int> = 0..<0

  /// What looks like a tag of App Links but is not seen by readers.
  var hidden: [FoundMeta] = []

  /// The values of `property` or `name` of tags that are almost ones of App Links, by place.
  var nearMisses: [Place: String] = [:]

  /// The first charset that a `meta` tag declares.
  var declaredCharset: FoundMeta?

  /// The label of the charset in the header.
  var headerCharset: String?

  /// Whether the page is in UTF-16.
  var isUTF16 = false

  /// The first bytes that are not UTF-8.
  var malformedPlace: Place?

  /// The most bytes that are looked at.
  var maximumBytes = 0

  /// What the scanner keeps.
  var options = AppLinkScanner.Options()
}
