internal import AppLinks

/// Finds mistakes in the App Links tags of a page.
///
/// ```swift
/// let linter = AppLinkLinter()
/// for finding in linter.lint(page) { print(finding) }
/// // 4:1: error: al:android:url: There is no 'al:android:package'. Name … [missing-package]
/// ```
///
/// Any page can be looked at, also one that is no HTML. <doc:LintingPages> lists all findings. What
/// a page may get from scripts when it is shown is not known here.
///
/// To have tags written that are right from the start, make an ``AppLinkDescription``.
public struct AppLinkLinter: Sendable, Hashable {
  /// The most bytes to look at.
  ///
  /// A page that is longer gets the finding `page-too-long`.
  public var maximumBytes: Int

  /// Makes a linter.
  ///
  /// - Parameter maximumBytes: The most bytes to look at, 0 or more; 4 MiB if not given.
  public init(maximumBytes: Int = 4 << 20) {
    self.maximumBytes = max(0, maximumBytes)
  }

  /// Looks at a page that is text.
  ///
  /// - Parameter html: The page. What it says about its charset is looked at, too.
  /// - Returns: What was found, in the order of the page; what is about the whole page comes first.
  /// - Complexity: O(*n* log *n*) in the number of findings, and O(*n*) in the length of the page.
  public func lint(_ html: String) -> [LintFinding] {
    lint(html.utf8, contentType: "text/html; charset=utf-8")
  }

  /// Looks at a page that is bytes, such as an array or `Data`.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - contentType: The value of the header `Content-Type` that came with it; its charset is
  ///     used.
  /// - Returns: What was found, in the order of the page; what is about the whole page comes first.
  /// - Complexity: O(*n* log *n*) in the number of findings, and O(*n*) in the length of the page.
  public func lint(_ page: some Sequence<UInt8>, contentType: String? = nil) -> [LintFinding] {
    var reader = LintReader(maximumBytes: maximumBytes, contentType: contentType)
    reader.feed(Array(page))
    return LintRules.findings(about: reader.finish())
  }

  /// Looks at a page that arrives in pieces.
  ///
  /// Cancelling the task has the effect that it has on the sequence.
  ///
  /// - Parameters:
  ///   - chunks: The pieces, of any size. Once there are more bytes than allowed, no other piece is
  ///     asked for.
  ///   - contentType: The value of the header `Content-Type` that came with the page; its charset
  ///     is used.
  ///   - isolation: Where to iterate, the isolation of the caller.
  /// - Returns: What was found, in the order of the page; what is about the whole page comes first.
  /// - Throws: The error of the sequence.
  /// - Complexity: O(*n* log *n*) in the number of findings, and O(*n*) in the length of the page.
  public func lint<Chunks: AsyncSequence>(
    scanning chunks: Chunks,
    contentType: String? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Chunks.Failure) -> [LintFinding] where Chunks.Element: Sequence<UInt8> {
    var reader = LintReader(maximumBytes: maximumBytes, contentType: contentType)
    var iterator = chunks.makeAsyncIterator()
    while !reader.isComplete, let chunk = try await iterator.next(isolation: isolation) {
      reader.feed(Array(chunk))
    }
    return LintRules.findings(about: reader.finish())
  }
}
