import AppLinksTool
import Foundation
import JSONValues
import Synchronization
import Testing
import ToolSupport
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct AuditCommandTests {
  /// A site with pages, files and a sitemap, which counts requests.
  private final class Site: Sendable {
    let server: PageServer
    private let log: Log

    private final class Log: Sendable {
      let paths = Mutex<[String]>([])
    }

    init(
      _ pages: [String: String],
      robots: String = "",
      apple: String? = SiteFiles.apple("{}"),
      android: String? = SiteFiles.android()
    ) throws {
      let log = Log()
      self.log = log
      let list = pages.keys.sorted().map { "<url><loc>https://shop.example\($0)</loc></url>" }
      server = try PageServer { request in
        let path = String(request.split(separator: " ")[1])
        log.paths.withLock { $0.append(path) }
        if path == "/robots.txt" { return SiteFiles.response(robots, type: "text/plain") }
        if path == "/sitemap.xml" {
          return SiteFiles.response("<urlset>\(list.joined())</urlset>", type: "text/xml")
        }
        if let answer = SiteFiles.answer(request, apple: apple, android: android) { return answer }
        return pages[path].map(PageServer.page) ?? SiteFiles.missing
      }
    }

    /// The paths in the order of the requests.
    var paths: [String] { log.paths.withLock { $0 } }

    /// Audits the site.
    func audit(_ arguments: String..., input: String = "") async -> ToolRun {
      await audit(arguments, input: input)
    }

    func audit(_ arguments: [String], input: String = "") async -> ToolRun {
      await ToolRun(
        ["audit", "--server", server.url("")] + arguments,
        input: Array(input.utf8)
      )
    }
  }

  private static func page(_ path: String, _ more: String = "") -> String {
    let url = "https://shop.example\(path)"
    return "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>A</title>\n"
      + Pages.html([
        "al:ios:url": "shop:/\(path)", "al:ios:app_store_id": "5", "al:ios:app_name": "Shop",
        "al:web:url": url,
      ]) + "\n\(more)</head></html>"
  }

  private static let contradiction = "<meta name=\"apple-itunes-app\" content=\"app-id=6\">"

  private static func isNote(_ line: Substring) -> Bool { line.contains(": note: ") }

  private func folder() -> String {
    FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  }

  @Test func aSiteWithoutMistakesPasses() async throws {
    let site = try Site(["/1": Self.page("/1"), "/2": Self.page("/2")])
    let run = await site.audit("--strict", "https://shop.example")
    #expect(run.errors == [])
    #expect(run.lines.filter { !Self.isNote($0) } == ["2 notes in 2 pages.", ""], "\(run.output)")
    #expect(run.code == 0)
  }

  @Test func findingsOfPagesAndFilesAreReportedWithPlacesAndCorrections() async throws {
    let site = try Site(
      ["/1": Self.page("/1", Self.contradiction), "/2": Self.page("/2")],
      apple: "<!doctype html>"
    )
    let run = await site.audit("https://shop.example")
    #expect(run.code == 1)
    #expect(
      run.lines.contains {
        $0.hasPrefix("https://shop.example/.well-known/apple-app-site-association:1:1: error: ")
          && $0.hasSuffix("[html-instead-of-json]")
      }
    )
    let line = run.lines.firstIndex {
      $0.hasPrefix("https://shop.example/1:6:1: warning: apple-itunes-app: ")
        && $0.hasSuffix("[app-store-id-differs]")
    }
    let next = try #require(line) + 1
    #expect(run.lines[next] == "  write: <meta name=\"apple-itunes-app\" content=\"app-id=5\">")
  }

  @Test(
    arguments: [
      "https://shop.example", "shop.example", "https://shop.example/sitemap.xml",
      "https://shop.example/1",
    ]
  )
  func anAuditBeginsWithAHostASitemapOrAPage(_ target: String) async throws {
    let site = try Site(["/1": Self.page("/1")])
    let run = await site.audit("--ignore", "single-fingerprint,catch-all-rule", target)
    #expect(run.output == "No findings in 1 page.\n")
    #expect(site.paths.count { $0 == "/1" } == 1)
  }

  @Test func aFileHasURLsOrASitemap() async throws {
    let site = try Site(["/1": Self.page("/1"), "/2": Self.page("/2")])
    let list =
      "# pages\nhttps://shop.example/1\n\n https://shop.example/2 \nhttps://shop.example/1#x"
    let run = await site.audit("-", input: list)
    #expect(run.lines.suffix(2).first == "2 notes in 2 pages.")
    let xml = "<urlset><url><loc>https://shop.example/2</loc></url></urlset>"
    #expect(await site.audit("-", input: xml).lines.suffix(2).first == "2 notes in 1 page.")
    let wrong = await site.audit("-", input: "shop://7")
    #expect(wrong.code == 2)
    #expect(wrong.output.contains("shop://7: unread: it is not the URL of a web page"))
  }

  @Test func pagesAreComparedAtTheEnd() async throws {
    var pages: [String: String] = [:]
    for number in 1...12 { pages["/\(number)"] = Self.page("/\(number)") }
    let site = try Site(pages.merging(["/3": Self.page("/4")]) { $1 })
    let run = await site.audit("--strict", "https://shop.example")
    let found = run.lines.filter { $0.contains("[app-url-of-other-page]") }
    #expect(found.count == 1, "\(run.output)")
    #expect(found.first?.hasPrefix("https://shop.example/3:") == true)
    #expect(found.first?.contains("warning: al:ios:url: It opens '4', but") == true)
    // The fallback was copied with it.
    let fallback = run.lines.filter { $0.contains("[address-of-other-page]") }
    #expect(fallback.count == 1 && fallback.first?.contains("al:web:url") == true)
    #expect(run.lines.dropLast().last == "2 warnings, 2 notes in 12 pages.", "\(run.output)")
    #expect(run.code == 1)
    let json = try JSONOutput(await site.audit("--format", "json", "https://shop.example"))
    let wrong = try #require(
      json["pages"]?.arrayValue?.filter { $0["findings"]?.arrayValue?.isEmpty == false }
    )
    #expect(wrong.map { $0["url"] } == ["https://shop.example/3"])
    let ignored = await site.audit(
      "--strict",
      "--ignore",
      "app-url-of-other-page,address-of-other-page",
      "https://shop.example"
    )
    #expect(ignored.code == 0)
  }

  @Test func filesAreLoadedOnceForAllPages() async throws {
    let pages = Dictionary(uniqueKeysWithValues: (1...20).map { ("/\($0)", Self.page("/\($0)")) })
    let site = try Site(pages)
    let run = await site.audit("https://shop.example")
    #expect(run.code == 0)
    #expect(site.paths.count { $0 == "/.well-known/assetlinks.json" } == 1)
    #expect(Set(site.paths).isSuperset(of: pages.keys))
  }

  @Test func robotsLeavesPagesOut() async throws {
    let pages = ["/1": Self.page("/1"), "/private/2": Self.page("/private/2")]
    let site = try Site(pages, robots: "User-agent: *\nDisallow: /private/\n")
    let run = await site.audit("https://shop.example")
    #expect(run.code == 0)
    #expect(run.output.contains("1 left out by robots.txt"))
    #expect(!site.paths.contains("/private/2"))
    let all = await site.audit("--no-robots", "https://shop.example")
    #expect(!all.output.contains("left out"))
    #expect(site.paths.contains("/private/2"))
  }

  @Test func sitemapsOfRobotsAreUsed() async throws {
    let site = try Site(
      ["/1": Self.page("/1")],
      robots: "Sitemap: https://shop.example/nothing.xml"
    )
    let run = await site.audit("https://shop.example")
    #expect(run.code == 2)
    #expect(run.output.contains("nothing.xml: unread: the sitemap has the status 404"))
  }

  @Test func aPageThatCannotBeReadDoesNotStopTheOthers() async throws {
    let site = try Site(["/1": Self.page("/1")])
    let run = await ToolRun(
      "audit",
      "--no-robots",
      "--timeout",
      "5",
      "--jobs",
      "1",
      "http://127.0.0.1:1/x",
      site.server.url("/1")
    )
    #expect(run.code == 2)
    #expect(run.output.contains("http://127.0.0.1:1/x: unread: "))
    #expect(run.output.contains(" in 2 pages. 1 could not be read."))
    #expect(site.paths.contains("/1"))
  }

  @Test func onlyWhatIsNewIsReportedBesideABaseline() async throws {
    let path = folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let before = try Site(["/1": Self.page("/1", Self.contradiction)])
    let first = await before.audit("--format", "json", "--output", path, "https://shop.example")
    #expect(first.output == "" && first.code == 0)
    let same = await before.audit("--strict", "--baseline", path, "https://shop.example")
    #expect(same.code == 0)
    #expect(same.output == "No findings in 1 page. 3 are in the baseline.\n")
    // The finding has moved, and another one is new.
    let moved = Self.page("/1", "\n\n\(Self.contradiction)<meta property=al:ios:x content=y>")
    let after = try Site(["/1": moved])
    let run = await after.audit("--strict", "--baseline", path, "https://shop.example")
    #expect(run.code == 1)
    #expect(!run.output.contains("app-store-id-differs"))
    #expect(run.output.contains("[unknown-key]"))
    let wrong = await before.audit("--baseline", "-", "https://shop.example", input: "{}")
    #expect(wrong.code == 2 && wrong.errors.first?.contains("is not a baseline") == true)
  }

  @Test func assertionsHaveToHold() async throws {
    let site = try Site(["/1": Self.page("/1")])
    func run(_ assertions: String) async -> ToolRun {
      await site.audit("--assert", "-", "https://shop.example", input: assertions)
    }
    let holds = await run(
      """
      [{"page": "https://shop.example/*", "device": "ios", "opens": "shop://*"},
       {"page": "https://shop.example/1", "platform": "apple", "app": "\(SiteFiles.shop)"},
       {"page": "*", "platform": "android", "app": "com.example.shop"}]
      """
    )
    #expect(holds.code == 0, "\(holds.output)")
    let opens = await run(#"[{"page": "*", "device": "ios", "opens": "shop://2"}]"#)
    #expect(opens.code == 1)
    #expect(opens.output.contains("the page opens 'shop://1' and not 'shop://2'"))
    let device = await run(#"[{"page": "*", "device": "android", "opens": "shop://1"}]"#)
    #expect(device.output.contains("the page opens no app and not 'shop://1'"))
    let app = await run(#"[{"page": "*", "platform": "apple", "app": "ABCDE12345.other"}]"#)
    #expect(app.output.contains("'ABCDE12345.other' does not open the page: not in the file"))
    let none = await run(#"[{"page": "https://other/*", "device": "ios", "opens": "*"}]"#)
    #expect(none.code == 1 && none.output.contains("[assertion-unmatched]"))
    for wrong in ["{}", "[1]", #"[{"page": "*"}]"#, #"[{"page":"*","device":"x","opens":"*"}]"#] {
      #expect(await run(wrong).code == 2, "\(wrong)")
    }
  }

  @Test func anAuditThatWasKilledContinues() async throws {
    let path = folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let site = try Site([
      "/1": Self.page("/1", Self.contradiction), "/2": Self.page("/2"), "/3": Self.page("/3"),
    ])
    let finding = #"{"code":"app-store-id-differs","severity":"warning","message":"M","advice":""}"#
    let noted = """
      {"applinks-audit":1}
      {"url":"https://shop.example/1","isSkipped":false,"isFile":false,"findings":[\(finding)]}
      {"url":"https://shop.example/2","isSkipped":false,"isFi
      """
    try Data(noted.utf8).write(to: URL(filePath: path))
    let run = await site.audit("--state", path, "https://shop.example")
    #expect(run.code == 0)
    #expect(run.output.contains("https://shop.example/1: warning: M [app-store-id-differs]"))
    #expect(run.output.contains(" in 3 pages."))
    #expect(!site.paths.contains("/1"))
    #expect(site.paths.contains("/2") && site.paths.contains("/3"))
    #expect(
      !FileManager.default.fileExists(atPath: path),
      "an audit that has ended leaves no state"
    )
  }

  @Test func aProcessThatWasKilledLosesNoPage() async throws {
    let path = folder()
    let processFile = folder()
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: processFile)
    }
    let asked = Mutex<[String]>([])
    let isKilling = Mutex(true)
    let list = (1...4).map { "<url><loc>https://shop.example/\($0)</loc></url>" }.joined()
    let server = try PageServer { request in
      let page = String(request.split(separator: " ")[1])
      if page == "/sitemap.xml" { return SiteFiles.response("<urlset>\(list)</urlset>") }
      guard Int(page.dropFirst()) != nil else { return SiteFiles.missing }
      asked.withLock { $0.append(page) }
      if page == "/3", isKilling.withLock({ $0 }) {
        let text = (try? String(contentsOfFile: processFile, encoding: .utf8)) ?? ""
        if let id = Int32(text.filter(\.isNumber)) { kill(id, SIGKILL) }
        return nil
      }
      return PageServer.page(Self.page(page))
    }
    let arguments = [
      "audit", "--jobs", "1", "--server", server.url(""), "--state", path, "https://shop.example",
    ]
    let line = arguments.map { "'\($0)'" }.joined(separator: " ")
    let run = try await Program.shell("echo $$ >'\(processFile)'; exec \"$PROGRAM\" \(line)")
    #expect(run.code == SIGKILL)
    #expect(asked.withLock { $0 } == ["/1", "/2", "/3"])
    isKilling.withLock { $0 = false }
    let rest = await ToolRun(arguments)
    #expect(rest.output.contains(" in 4 pages."))
    #expect(asked.withLock { $0 } == ["/1", "/2", "/3", "/3", "/4"])
  }

  @Test func progressIsShownOnATerminalOnly() async throws {
    let site = try Site(["/1": Self.page("/1", Self.contradiction)])
    let shown = Mutex<[String]>([])
    let console = Console(
      output: { _ in },
      errors: { _ in },
      progress: { text in shown.withLock { $0.append(text) } }
    )
    let code = await AppLinksTool.run(
      ["audit", "--server", site.server.url(""), "https://shop.example"],
      on: console
    )
    #expect(code == 0)
    let lines = shown.withLock { $0 }
    #expect(lines.contains { $0.contains("/1 pages, 0 errors") })
    #expect(lines.last == "")
  }

  @Test func aFileOfSomethingElseIsNotOverwritten() async throws {
    let path = folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("important".utf8).write(to: URL(filePath: path))
    let site = try Site([:])
    let run = await site.audit("--state", path, "https://shop.example/1")
    #expect(run.code == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "important")
  }

  @Test func theOutputForProgramsConformsToItsSchema() async throws {
    let site = try Site(
      ["/1": Self.page("/1", Self.contradiction), "/2": "<p>"],
      robots: "User-agent: *\nDisallow: /2",
      apple: nil
    )
    let file = Pages.root.appending(path: "Tools/Schemas/audit.schema.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let schema = JSONSchema(try JSONOutput.value(of: text))
    let json = try JSONOutput(
      await site.audit(
        "--format",
        "json",
        "https://shop.example/2",
        "https://shop.example"
      )
    )
    #expect(schema.problems(with: json.value) == [])
    #expect(
      json["pages"]?.arrayValue?.compactMap { $0["url"]?.stringValue } == [
        "https://shop.example/2", "https://shop.example/1",
      ]
    )
    #expect(json["skipped"] == 1)
    let required = try JSONValue(parsing: text)["required"]
    #expect(required == .array(json.names.map { .string($0) }))
  }

  @Test func otherFormatsAreWellFormed() async throws {
    let more = "<meta name=\"twitter:app:id:iphone\" content=\"a&lt;b&#10;&quot;c%\">"
    let site = try Site(["/1": Self.page("/1", more)])
    let sarif = await site.audit("--format", "sarif", "https://shop.example")
    let value = try JSONValue(parsing: sarif.output)
    #expect(value["version"] == "2.1.0")
    let results = value["runs"]?[0]?["results"]?.arrayValue ?? []
    let found = results.first { $0["ruleId"] == "malformed-card-id" }
    #expect(found?["level"] == "error")
    let place = found?["locations"]?[0]?["physicalLocation"]
    #expect(place?["artifactLocation"]?["uri"] == "https://shop.example/1")
    #expect(place?["region"]?["startLine"] == 6)
    let junit = await site.audit("--format", "junit", "https://shop.example")
    #expect(XMLReader.problem(junit.output) == nil)
    #expect(junit.output.contains("failures=\"1\""))
    let annotations = await site.audit("--format", "github", "https://shop.example")
    let line = annotations.lines.first { $0.contains("malformed-card-id") } ?? ""
    #expect(line.hasPrefix("::error title=malformed-card-id::https://shop.example/1:6:1: "))
    #expect(line.contains("c%25"))
  }

  @Test func aRedirectOfTheServerIsOneOfTheSite() async throws {
    let page = Self.page("/1")
    let server = try PageServer { request in
      let path = request.split(separator: " ")[1]
      if path == "/1" { return PageServer.page(page) }
      return path == "/old"
        ? "HTTP/1.1 302 Found\r\nLocation: /1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        : SiteFiles.missing
    }
    let run = await ToolRun(
      "audit",
      "--server",
      server.url(""),
      "--format",
      "json",
      "https://shop.example/old"
    )
    let value = try JSONValue(parsing: run.output)
    #expect(value["pages"]?[0]?["url"] == "https://shop.example/old")
    #expect(value["pages"]?[0]?["final_url"] == "https://shop.example/1")
    #expect(
      value["files"]?[0]?["url"] == "https://shop.example/.well-known/apple-app-site-association"
    )
  }

  @Test func pagesAreCountedUpToALimit() async throws {
    let site = try Site(["/1": Self.page("/1"), "/2": Self.page("/2")])
    let run = await site.audit("--max-pages", "1", "https://shop.example")
    #expect(run.output.contains(" in 1 page. There are more pages than '--max-pages'."))
  }

  @Test(
    arguments: [
      [], ["nonsense"], ["--jobs", "0", "shop.example"], ["--ignore", "no-such", "shop.example"],
      ["--per-host", "0", "shop.example"], ["--delay", "-1", "shop.example"], ["-", "-"],
      ["--format", "xml", "shop.example"], ["--cdn", "x", "shop.example"], ["shop://7"],
    ]
  )
  func anInvalidCommandLineIsRefused(_ arguments: [String]) async {
    #expect(await ToolRun(["audit"] + arguments).code == 64)
  }
}
