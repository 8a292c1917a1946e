import AppLinks
import AppLinksPublishing
import ArgumentParser
import ToolSupport

/// Finds mistakes in the tags of pages.
struct LintCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Finds mistakes in the tags of pages and explains how to correct them.",
    discussion: """
      Each finding is one line in the format of compiler messages, with a code in brackets. A page \
      without tags of an app is an error. The findings of a page appear as soon as it is checked; \
      with --json and with --jobs 1, the pages have the order of the command line.

      EXAMPLES
        applinks lint page.html other.html
        applinks lint --strict https://shop.example/socks/7
        applinks lint --json - <page.html
        applinks lint --explain missing-package
        applinks lint --explain all

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

  @Option(help: ArgumentHelp("The number of pages to read at the same time.", valueName: "count"))
  var jobs = 4

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Explain a code, or list all codes, instead of checking a page.",
      valueName: "code|all"
    ),
    completion: .list(["all"] + LintCodes.all.map(\.code.rawValue))
  )
  var explain: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @Flag
  var secrets: SecretDisplay?

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
    guard (1...64).contains(jobs) else {
      throw ValidationError("'--jobs' is \(jobs). Specify 1 to 64.")
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
    let report = LintReport(pages: try await lint(on: console))
    if json {
      try console.write(report.json.rendered())
    } else if report.hasReadPage {
      try console.write(report.summary(console.style))
    }
    if report.unreadCount > 0 { return ToolError.Code.failed.rawValue }
    let hasFailed = report.worst >= (strict ? .warning : .error)
    return hasFailed ? ToolError.Code.negative.rawValue : 0
  }

  /// Checks the pages, and prints the findings of each as soon as it is checked.
  ///
  /// - Returns: The pages in the order of the command line.
  private func lint(on console: Console) async throws(ToolError) -> [LintedPage] {
    var linted: [LintedPage?] = Array(repeating: nil, count: pages.count)
    var failure: ToolError?
    let loader = WebPage(request)
    await withTaskGroup(of: (Int, Result<LintedPage, ToolError>).self) { group in
      var next = 0
      func add() {
        guard next < pages.count, failure == nil else { return }
        let index = next
        next += 1
        group.addTask { [pages] in
          (index, await LintedPage.result(pages[index], loader, on: console))
        }
      }
      for _ in 0..<jobs { add() }
      for await (index, result) in group {
        do throws(ToolError) {
          let page = try result.get().with(secrets, isJSON: json)
          linted[index] = page
          try show(page, on: console)
        } catch {
          failure = failure ?? error
          group.cancelAll()
        }
        add()
      }
    }
    if let failure { throw failure }
    return linted.compactMap(\.self)
  }

  private func show(_ page: LintedPage, on console: Console) throws(ToolError) {
    if let error = page.error { console.complain(error.message) }
    if !json, !page.findings.isEmpty {
      try console.write(LintReport(pages: [page]).lines(console.style))
    }
  }

  private func explain(_ code: String, on console: Console) throws(ToolError) -> Int32 {
    if code == "all" {
      try console.write(LintCodes.text(console.style))
    } else if let explanation = LintExplanation.of(.init(rawValue: code)) {
      try console.write(LintReport.text(explanation, console.style))
    } else if let text = LintCodes.transferText(code, console.style) {
      try console.write(text)
    } else {
      throw ToolError(
        .usage,
        "'\(code)' is not a code of the linter. 'applinks lint --explain all' lists all codes."
      )
    }
    return 0
  }
}
