import AppLinks
import ArgumentParser

/// Finds mistakes in the tags of a page.
struct LintCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Finds mistakes in the tags of a page, and says what to do about them.",
    discussion: """
      Each finding is a line with its place, as compilers write it, and a code in brackets.

      EXAMPLES
        applinks lint page.html
        applinks lint --strict https://shop.example/socks/7
        applinks lint --explain missing-package

      The exit code is 1 if there are errors, with --strict also if there are warnings.
      """
  )

  @Argument(
    help: ArgumentHelp("The page: its URL, a file, or - for standard input.", valueName: "page"),
    transform: PageReference.parse
  )
  var page: PageReference?

  @OptionGroup(title: "For a page on the web")
  var request: RequestOptions

  @Flag(help: "Let warnings fail, too.")
  var strict = false

  @Option(help: ArgumentHelp("Explain a code in place of looking at a page.", valueName: "code"))
  var explain: String?

  func validate() throws {
    switch (page, explain) {
    case (nil, nil):
      throw ValidationError("There is no page. Give its URL, a file, or - for standard input.")
    case (.some, .some): throw ValidationError("'--explain' takes no page. Leave one of them out.")
    default: break
    }
  }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    if let explain { return try self.explain(explain, on: console) }
    guard let page else { return 0 }
    let report = LintReport(page: page.name, findings: try await findings(page, on: console))
    try console.write(report.text(console.style))
    let worst = report.findings.map(\.severity).max() ?? .note
    let hasFailed = worst >= (strict ? .warning : .error)
    return hasFailed ? ToolError.Code.negative.rawValue : 0
  }

  private func findings(
    _ page: PageReference,
    on console: Console
  ) async throws(ToolError) -> [LintFinding] {
    let linter = AppLinkLinter(maximumBytes: WebPage.mostBytes)
    switch page {
    case .app(let url):
      throw ToolError(.usage, "'\(url.text)' is the URL of an app, which has no page. Give a page.")
    case .web(let url):
      let loaded = try await WebPage.load(url, request)
      return LintReport.findings(loaded.resolution.transferDiagnostics)
        + linter.lint(loaded.body, contentType: loaded.contentType)
    case .file, .standardInput:
      var bytes: [UInt8] = []
      try LocalPage.read(page, on: console) { piece in
        bytes += piece
        return bytes.count <= linter.maximumBytes
      }
      if bytes.isEmpty { throw LocalPage.emptyPage(page) }
      return linter.lint(bytes)
    }
  }

  private func explain(_ code: String, on console: Console) throws(ToolError) -> Int32 {
    guard let explanation = LintExplanation.of(.init(rawValue: code)) else {
      let codes = LintExplanation.all.map(\.code.rawValue).sorted().joined(separator: ", ")
      throw ToolError(.usage, "'\(code)' is not a code of the linter. There are: \(codes).")
    }
    try console.write(LintReport.text(explanation, console.style))
    return 0
  }
}
