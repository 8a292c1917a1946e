import AppLinks
import AppLinksPublishing
import ArgumentParser

/// Finds mistakes in the tags of pages.
struct LintCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Finds mistakes in the tags of pages and explains how to correct them.",
    discussion: """
      Each finding is one line in the format of compiler messages, with a code in brackets. A page \
      without tags is an error.

      EXAMPLES
        applinks lint page.html other.html
        applinks lint --strict https://shop.example/socks/7
        applinks lint --json - <page.html
        applinks lint --explain missing-package

      The exit code is 1 if there are errors (with --strict, also warnings), and 2 if a page could \
      not be read. The other pages are still checked.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The pages: URLs, files, or - for standard input.",
      valueName: "page"
    ),
    completion: .file(),
    transform: PageReference.parse
  )
  var pages: [PageReference] = []

  @OptionGroup(title: "For web pages")
  var request: RequestOptions

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp("Explain a code instead of checking a page.", valueName: "code"),
    completion: .list(LintExplanation.all.map(\.code.rawValue).sorted())
  )
  var explain: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func validate() throws {
    if explain != nil {
      if !pages.isEmpty {
        throw ValidationError("'--explain' cannot be combined with a page. Remove one of them.")
      }
      if json {
        throw ValidationError("'--explain' cannot be combined with '--json'. Remove '--json'.")
      }
    } else if pages.isEmpty {
      throw ValidationError("The page is missing. Specify a URL, a file, or - for standard input.")
    }
    for page in pages {
      guard case .app(let url) = page else { continue }
      throw ValidationError(
        "'\(url.text)' is the URL of an app, which has no page. Specify a page."
      )
    }
    let streams = pages.count { if case .standardInput = $0 { true } else { false } }
    if streams > 1 {
      throw ValidationError("Standard input can be read only once. Specify one '-'.")
    }
  }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    if let explain { return try self.explain(explain, on: console) }
    var linted: [LintedPage] = []
    for page in pages {
      do throws(ToolError) {
        linted.append(try await LintedPage(page, request, on: console))
      } catch {
        guard error.code == .failed else { throw error }
        console.complain(error.message)
        linted.append(LintedPage(page, error))
      }
    }
    let report = LintReport(pages: linted)
    if json {
      try console.write(report.json.rendered())
    } else if report.hasReadPage {
      try console.write(report.text(console.style))
    }
    if report.unreadCount > 0 { return ToolError.Code.failed.rawValue }
    let hasFailed = report.worst >= (strict ? .warning : .error)
    return hasFailed ? ToolError.Code.negative.rawValue : 0
  }

  private func explain(_ code: String, on console: Console) throws(ToolError) -> Int32 {
    guard let explanation = LintExplanation.of(.init(rawValue: code)) else {
      let codes = LintExplanation.all.map(\.code.rawValue).sorted().joined(separator: ", ")
      throw ToolError(.usage, "'\(code)' is not a code of the linter. Use one of: \(codes).")
    }
    try console.write(LintReport.text(explanation, console.style))
    return 0
  }
}
