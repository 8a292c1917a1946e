import AppLinks
import AppLinksPublishing
import AppLinksResolving

/// A page, and what was found in it.
struct LintedPage {
  /// The page and how it was reached; without its tags, which the linter has looked at.
  let page: Page

  /// What is wrong with it.
  let findings: [LintFinding]

  /// Why it could not be read, if that is so.
  let error: ToolError?

  /// Reads a page, and looks at it.
  init(
    _ reference: PageReference,
    _ request: RequestOptions,
    on console: Console
  ) async throws(ToolError) {
    let linter = AppLinkLinter(maximumBytes: WebPage.mostBytes)
    error = nil
    switch reference {
    case .web(let url):
      let (resolution, found) = try await WebPage.lint(url, with: linter, request)
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

  /// A page that could not be read.
  init(_ reference: PageReference, _ error: ToolError) {
    page = Page(reference)
    findings = []
    self.error = error
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
