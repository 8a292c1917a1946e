internal import AppLinks
public import AppLinksResolving

/// A linter that finds mistakes in the App Links tags of a page.
///
/// ```swift
/// let linter = AppLinkLinter()
/// for finding in linter.lint(page) { print(finding) }
/// // 4:1: error: al:android:url: The group has no
/// // 'al:android:package'. Add … [missing-package]
/// ```
///
/// You can lint any content, even if it is not HTML. <doc:LintingPages> lists all findings. The
/// linter does not see tags that scripts add.
///
/// To write tags that are correct from the start, use an ``AppLinkDescription``.
public struct AppLinkLinter: Sendable, Hashable {
  /// The maximum number of bytes to read.
  public let maximumBytes: Int
  package let readersBytes: Int

  /// Creates a linter.
  ///
  /// - Parameters:
  ///   - maximumBytes: The maximum number of bytes to read, 0 or more. A longer page results in the
  ///     finding `page-too-long`. The default is 4 MiB.
  ///   - readersBytes: The number of bytes that readers read, 0 or more. A tag after it results in
  ///     the finding `tag-behind-limit`. The default is that of an `HTTPResolver`: 1 MiB.
  public init(
    maximumBytes: Int = 4 << 20,
    readersBytes: Int = AppLinkScanner.Options.usualMaximumBytes
  ) {
    self.maximumBytes = max(0, maximumBytes)
    self.readersBytes = max(0, readersBytes)
  }

  /// Finds mistakes in a page of text.
  ///
  /// - Parameter html: The page. Its charset declaration is checked as well.
  /// - Returns: The findings in the order of the page. Findings about the whole page come first.
  /// - Complexity: O(*n* log *n*) in the number of findings, and O(*n*) in the length of the page.
  public func lint(_ html: String) -> [LintFinding] {
    lint(html.utf8, contentType: "text/html; charset=utf-8")
  }

  /// Finds mistakes in a page of bytes, such as an array or `Data`.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - contentType: The value of the page's `Content-Type` header, whose charset is used.
  /// - Returns: The findings in the order of the page. Findings about the whole page come first.
  /// - Complexity: O(*n* log *n*) in the number of findings, and O(*n*) in the length of the page.
  public func lint(_ page: some Sequence<UInt8>, contentType: String? = nil) -> [LintFinding] {
    var reader = reader(contentType)
    reader.feed(Array(page))
    return LintRules.findings(about: reader.finish())
  }

  /// Finds mistakes in a page that arrives in chunks.
  ///
  /// The effect of cancelling the task is that of the sequence.
  ///
  /// - Parameters:
  ///   - chunks: The chunks, of any size. No chunk is requested after the limit is exceeded.
  ///   - contentType: The value of the page's `Content-Type` header, whose charset is used.
  ///   - isolation: The isolation in which to iterate, by default that of the caller.
  /// - Returns: The findings in the order of the page. Findings about the whole page come first.
  /// - Throws: The error of the sequence.
  /// - Complexity: O(*n* log *n*) in the number of findings, and O(*n*) in the length of the page.
  public func lint<Chunks: AsyncSequence>(
    scanning chunks: Chunks,
    contentType: String? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Chunks.Failure) -> [LintFinding] where Chunks.Element: Sequence<UInt8> {
    var reader = reader(contentType)
    var iterator = chunks.makeAsyncIterator()
    while !reader.isComplete, let chunk = try await iterator.next(isolation: isolation) {
      reader.feed(Array(chunk))
    }
    return LintRules.findings(about: reader.finish())
  }

  private func reader(_ contentType: String?) -> LintReader {
    LintReader(
      maximumBytes: maximumBytes,
      readersBytes: readersBytes,
      contentType: contentType
    )
  }
}
