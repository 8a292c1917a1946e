internal import AppLinks
internal import AppLinksResolving

/// The facts that rules know about a page in addition to its tags.
struct LintedPage {
  /// A position in the page.
  ///
  /// Both numbers are counted from 1.
  struct Place: Hashable {
    let line: Int
    let column: Int

    init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// Creates a position, or returns `nil` if a number is unknown.
    init?(line: Int?, column: Int?) {
      guard let line, let column else { return nil }
      self.init(line: line, column: column)
    }
  }

  /// The diagnostics of the scanner.
  var diagnostics: [AppLinkDiagnostic] = []

  /// The indices of the tags outside of the head.
  var bodyTags: Range<Int> = 0..<0

  /// The tags after the bytes that readers read.
  var behindLimit: [AppLinkTag] = []

  /// Text that looks like App Links tags but is invisible to readers.
  var hidden: [FoundMeta] = []

  /// The values of `property` or `name` that are almost those of App Links, by position.
  var nearMisses: [Place: String] = [:]

  /// The first charset declaration in a `meta` tag.
  var declaredCharset: FoundMeta?

  /// The charset label of the header.
  var headerCharset: String?

  /// Whether the page is in UTF-16.
  var isUTF16 = false

  /// The position of the first bytes that are not UTF-8.
  var malformedPlace: Place?

  /// The maximum number of bytes to read.
  var maximumBytes = 0

  /// The number of bytes that readers read.
  var readersBytes = 0

  /// The limits of the scanner.
  var options = AppLinkScanner.Options()
}
