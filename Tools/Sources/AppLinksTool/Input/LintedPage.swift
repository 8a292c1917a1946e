import AppLinks
import AppLinksPublishing
import AppLinksResolving
import ToolSupport

/// A page and its findings.
struct LintedPage {
  /// The page and how it was reached, without its tags, which the linter has read.
  private(set) var page: Page

  /// The findings about the page.
  let findings: [LintFinding]

  /// The error if the page could not be read.
  let error: ToolError?

  /// Reads and lints a page, from the web with a loader.
  init(
    _ reference: PageReference,
    _ loader: WebPage,
    on console: Console
  ) async throws(ToolError) {
    let linter = AppLinkLinter()
    error = nil
    switch reference {
    case .web(let url):
      let (resolution, found) = try await loader.lint(url, with: linter)
      page = Page(reference, resolution)
      findings = LintReport.findings(resolution.transferDiagnostics) + found
    case .app, .file, .standardInput:
      var bytes: [UInt8] = []
      try LocalPage.read(reference, on: console) { piece in
        bytes += piece
        return bytes.count <= linter.maximumBytes
      }
      if bytes.isEmpty { throw LocalPage.emptyPage(reference) }
      page = Page(reference)
      findings = linter.lint(bytes)
    }
  }

  /// Reads and lints a page, or creates a result for a page that could not be read.
  static func result(
    _ reference: PageReference,
    _ loader: WebPage,
    on console: Console
  ) async -> Result<LintedPage, ToolError> {
    do throws(ToolError) {
      return .success(try await LintedPage(reference, loader, on: console))
    } catch {
      return error.code == .failed ? .success(LintedPage(reference, error)) : .failure(error)
    }
  }

  /// Creates a page that could not be read.
  init(_ reference: PageReference, _ error: ToolError) {
    page = Page(reference)
    findings = []
    self.error = error
  }
}

extension LintedPage {
  /// Returns the page with the user's choice about secrets.
  func with(_ secrets: SecretDisplay?, isJSON: Bool) -> LintedPage {
    var linted = self
    linted.page = page.with(secrets, isJSON: isJSON)
    return linted
  }
}

extension Page {
  fileprivate init(_ reference: PageReference, _ resolution: AppLinkResolution? = nil) {
    let source: URLArgument? = if case .web(let url) = reference { url } else { nil }
    self.init(
      name: reference.name,
      source: source,
      finalURL: resolution?.finalURL,
      redirects: resolution?.redirects ?? [],
      status: resolution?.status
    )
  }
}
