import AppLinks
import AppLinksPublishing
import ArgumentParser
import Foundation
import ToolSupport

/// Audits the pages and association files of a site.
struct AuditCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Audits all pages of a site together with its association files.",
    discussion: """
      Begin with the URLs of pages, with a sitemap, with a host, or with a file that contains a \
      sitemap or one URL on each line. The sitemaps of a host are those of its robots.txt, or else \
      /sitemap.xml. A URL without a slash after the host is a host, and one that ends with .xml or \
      .xml.gz is a sitemap.

      The tags of each page are checked as by 'lint'. They are also compared with each other, with \
      the address of the page, and with the association files of its host and of 'www.'. At the \
      end, the pages are compared with each other: an app URL of another page, different products \
      on two platforms, the canonical address of another page, and web URLs on other hosts.

      EXAMPLES
        applinks audit shop.example
        applinks audit --jobs 16 --per-host 8 https://shop.example/sitemap.xml
        applinks audit --server http://127.0.0.1:8080 https://shop.example
        applinks audit --state audit.state urls.txt        continues if it is killed
        applinks audit --format json --output known.json shop.example
        applinks audit --baseline known.json shop.example  reports only what is new
        applinks audit --assert assertions.json shop.example

      An assertion file is an array of objects, in which '*' stands for any text:
        [{"page": "https://shop.example/socks/*", "device": "ios", "opens": "shop://socks/*"},
         {"page": "https://shop.example/socks/7", "platform": "apple",
          "app": "ABCDE12345.com.example.shop"}]

      The exit code is 1 if there are errors (with --strict, also warnings), and 2 if a page could \
      not be read. The other pages are still checked.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "What to audit: URLs of pages, sitemaps, hosts, files, or - for standard input.",
      valueName: "target"
    ),
    completion: .file(),
    transform: AuditTarget.parse
  )
  var targets: [AuditTarget]

  @OptionGroup var site: SiteOptions

  @OptionGroup(title: "For web pages")
  var request: RequestOptions

  @OptionGroup(title: "Pace")
  var pace: AuditPace

  @OptionGroup(title: "Findings")
  var choice: AuditChoice

  @Option(help: "The form of the output.")
  var format = AuditFormat.text

  @Option(
    help: ArgumentHelp("Write to a file in place of standard output.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Note finished pages in this file, and continue from it. It is removed at the end.",
      valueName: "file"
    ),
    completion: .file()
  )
  var state: String?

  @Flag
  var secrets: SecretDisplay?

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func validate() throws {
    if targets.filter({ $0 == .file("-") }).count > 1 {
      throw ValidationError("Standard input can be read only once. Specify one '-'.")
    }
  }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let assertions = try choice.assertions(on: console)
    let site = WebSite(request, self.site)
    let auditor = Auditor(
      site: site,
      linter: ConsistencyLinter(apps: try self.site.description(on: console)),
      assertions: assertions,
      jobs: pace.jobs,
      perHost: pace.perHost,
      delay: .seconds(pace.delay),
      usesRobots: !pace.noRobots
    )
    var results = AuditResults(
      writer: writer(console.style),
      filter: try choice.filter(on: console),
      format: format
    )
    let journal = if let state { try AuditState(at: state) } else { nil as AuditState? }
    let sources = AuditSources(
      site: site,
      usesRobots: !pace.noRobots,
      maximumPages: pace.maxPages
    )
    let found = try await sources.pages(of: targets, on: console)
    let progress = AuditProgress(console, total: found.pages.count)
    let sink = try AuditSink(output, console)
    var read: [(url: String, page: LinkedPage)] = []
    func take(_ record: AuditRecord) throws(ToolError) {
      if let page = record.page { read.append((record.url, page)) }
      let text = results.add(record)
      if !text.isEmpty {
        progress.clear()
        try sink.write(text)
      }
      progress.update(results.counts)
    }
    for failure in found.failures { try take(failure) }
    let finished = journal?.records.filter { !$0.isFile } ?? []
    let wanted = Set(found.pages)
    var done: Set<String> = []
    for record in finished where wanted.contains(record.url) && done.insert(record.url).inserted {
      try take(record)
    }
    let pages = found.pages.filter { !done.contains($0) }
    try await auditor.run(pages) { record throws(ToolError) in
      try take(record)
      if !record.isFile { try journal?.note(record) }
    }
    let order = Dictionary(found.pages.enumerated().map { ($1, $0) }) { first, _ in first }
    read.sort { order[$0.url] ?? 0 < order[$1.url] ?? 0 }
    let findings = auditor.linter.lint(read.map(\.page))
    let compared = results.add(zip(read, findings).map { ($0.url, $1) })
    if !compared.isEmpty {
      progress.clear()
      try sink.write(compared)
    }
    let unmatched = assertions.unmatched(by: found.pages)
    if !unmatched.isEmpty {
      try take(AuditRecord(url: choice.assertionFile ?? "", isFile: true, findings: unmatched))
    }
    progress.clear()
    try sink.write(results.end(order: found.pages, isCut: found.isCut, isStrict: choice.strict))
    journal?.remove()
    return results.code(isStrict: choice.strict)
  }

  private func writer(_ style: TextStyle) -> any AuditWriter {
    let isRedacted = secrets.isRedacted(isJSON: format != .text && format != .github)
    let shown = { (url: String) in isRedacted ? URLRedaction.standard.redacted(url) : url }
    return switch format {
    case .text: AuditText(style: output == nil ? style : TextStyle(isOn: false), shown: shown)
    case .json: AuditJSON(shown: shown)
    case .sarif: AuditSARIF(shown: shown)
    case .junit: AuditJUnit(shown: shown)
    case .github: AuditAnnotations(shown: shown)
    }
  }
}
