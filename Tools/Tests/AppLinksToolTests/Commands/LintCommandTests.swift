import AppLinksTool
import Dispatch
import JSONValues
import Synchronization
import Testing
import ToolSupport
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct LintCommandTests {
  @Test func printsALineWithAPositionForEachMistakeCountsThemAndFails() async {
    let run = await ToolRun("lint", Pages.mistakes)
    #expect(run.code == 1)
    #expect(run.errors == [])
    let errors = run.lines.filter { $0.contains(": error: ") }
    #expect(errors.count == 4)
    #expect(
      errors.first?.hasPrefix("\(Pages.mistakes):6:3: error: al:ios:app_name: ") == true
    )
    #expect(errors.first?.hasSuffix(" [name-instead-of-property]") == true)
    #expect(run.output.contains("\n4 errors, "))
  }

  @Test func aPageWithoutMistakesPasses() async {
    let page = Pages.html([
      "al:ios:url": "shop://7", "al:ios:app_store_id": "5", "al:ios:app_name": "Shop",
      "al:web:url": "https://shop.example/7",
    ])
    let html =
      "<!DOCTYPE html><html><head><meta charset=utf-8><title>A</title>\(page)</head></html>"
    let run = await ToolRun("lint", "--strict", "-", input: html)
    #expect(run.output == "No findings.\n")
    #expect(run.code == 0)
  }

  @Test func warningsFailOnlyWithStrict() async {
    let page = Pages.html(["al:ios:url": "shop://7"])
    #expect(await ToolRun("lint", "-", input: page).code == 0)
    #expect(await ToolRun("lint", "--strict", "-", input: page).code == 1)
  }

  @Test(arguments: ["<p>Hello", "<!-- <meta property=al:ios:url> -->"]
  )
  func aPageWithoutTagsFails(_ page: String) async {
    let run = await ToolRun("lint", "-", input: page)
    #expect(run.code == 1)
    #expect(
      run.lines.first?.hasPrefix("standard input: error: The page has no App Links tags") == true
    )
    #expect(run.lines.first?.hasSuffix("[no-tags]") == true)
  }

  @Test(arguments: ["al:web:url", "al:ios:url"])
  func aWebPageWithoutAHostIsAnError(_ property: String) async {
    let run = await ToolRun("lint", "-", input: Pages.html([property: "https:evil.example"]))
    #expect(run.code == 1)
    #expect(run.output.contains("error: \(property): 'https:evil.example' has no host."))
  }

  @Test func checksSeveralPagesAndCountsAllFindings() async {
    let run = await ToolRun(
      "lint",
      "--jobs",
      "1",
      Pages.mistakes,
      "-",
      Pages.socks,
      input: "<p>Hello"
    )
    #expect(run.code == 1)
    #expect(run.errors == [])
    let places = run.lines.dropLast(2).map { $0.split(separator: ":")[0] }
    let first = places.prefix { $0 == Pages.mistakes }.count
    #expect(first >= 6)
    #expect(places[first] == "standard input")
    #expect(places.dropFirst(first + 1).allSatisfy { $0 == Pages.socks })
    #expect(run.output.contains("\n5 errors, "))
    #expect(run.output.contains(" in 3 pages; 'applinks lint --explain CODE'"))
  }

  @Test func aPageThatCannotBeReadDoesNotPreventTheCheckOfTheOthers() async throws {
    let arguments = ["lint", "no/such.html", Pages.mistakes]
    let run = await ToolRun(arguments)
    #expect(run.code == 2)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("no/such.html") == true)
    #expect(run.output.contains("\n4 errors, "))
    #expect(run.output.contains(" in 1 page; 'applinks lint --explain CODE'"))
    #expect(run.output.hasSuffix(" 1 of 2 pages could not be read.\n"))
    let other = await ToolRun(arguments + ["--json"])
    #expect(other.code == 2)
    let json = try JSONValue(parsing: other.output)
    #expect(json["unread"] == 1)
    #expect(json["pages"]?[0]?["findings"] == [])
    #expect(
      json["pages"]?[0]?["error"]?.stringValue.map { "applinks: \($0)" } == other.errors.first
    )
    #expect(json["pages"]?[1]?["error"] == .null)
  }

  @Test func jsonContainsTheContentOfTheLines() async throws {
    let run = await ToolRun("lint", "--json", Pages.mistakes)
    #expect(run.code == 1)
    let json = try JSONValue(parsing: run.output)
    #expect(json["errors"] == 4)
    let page = json["pages"]?[0]
    #expect(page?["page"] == .string(Pages.mistakes))
    #expect(
      page?["findings"]?[0] == [
        "code": "name-instead-of-property", "severity": "error", "subject": "al:ios:app_name",
        "message": "An App Links property is in the 'name' attribute, where readers ignore it.",
        "advice": "Write 'property' instead of 'name'.", "line": 6, "column": 3,
      ]
    )
    let text = await ToolRun("lint", Pages.mistakes)
    #expect(page?["findings"]?.arrayValue?.count == text.lines.count - 2)
    let clean = Pages.html(["al:ios:url": "shop://7"])
    #expect(await ToolRun("lint", "--json", "-", input: clean).code == 0)
    #expect(await ToolRun("lint", "--json", "--strict", "-", input: clean).code == 1)
  }

  @Test func explainsACodeWithAnExample() async {
    let run = await ToolRun("lint", "--explain", "missing-package")
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("missing-package (error)\n"))
    #expect(run.output.contains("<meta property=\"al:android:url\""))
  }

  @Test(arguments: [["all"], []])
  func listsAndExplainsAllCodesThatItPrints(_ value: [String]) async {
    let run = await ToolRun(["lint", "--explain"] + value)
    #expect(run.code == 0)
    let codes = run.lines.dropFirst().dropLast().map { String($0.prefix { $0 != " " }) }
    #expect(codes == codes.sorted())
    for code in ["no-tags", "no-apps", "tag-behind-limit", "error-status", "not-a-page"] {
      #expect(codes.contains(code))
    }
    for code in codes {
      let one = await ToolRun("lint", "--explain", code)
      #expect(one.code == 0)
      #expect(one.output.hasPrefix("\(code) ("))
    }
  }

  @Test(arguments: ["url", "should_fallback"])
  func aPageThatHasLostAllItsAppsFails(_ key: String) async {
    let page = Pages.html(["al:web:\(key)": "https://shop.example/7"])
    let run = await ToolRun("lint", "-", input: page)
    #expect(run.code == 1)
    #expect(run.output.contains("[no-apps]"))
    let resolved = await ToolRun("resolve", "-", input: page)
    #expect(resolved.output.contains("The page has App Links tags for the web, but for no app."))
  }

  @Test func tagsAfterWhatAppsReadAreErrorsInAFileAndOnTheWeb() async throws {
    let html =
      "<meta charset=utf-8><style>" + String(repeating: "x", count: 2 << 20) + "</style>"
      + Pages.html(["al:ios:url": "shop://7"])
    let server = try PageServer { _ in PageServer.page(html) }
    for run in [
      await ToolRun("lint", "-", input: html), await ToolRun("lint", server.url("/")),
    ] {
      #expect(run.code == 1)
      #expect(
        run.output.contains("error: al:ios:url: The tag is not within the first 1048576 bytes")
      )
      #expect(run.output.contains("[tag-behind-limit]"))
    }
    for run in [
      await ToolRun("resolve", "-", input: html), await ToolRun("resolve", server.url("/")),
    ] {
      #expect(run.output.contains("The page has no App Links tags."))
      #expect(run.output.contains("page-too-long"))
    }
  }

  @Test func printsTheFindingsOfAPageAsSoonAsItIsCheckedWithAnyOthersStillLoading() async throws {
    // The first page is sent when the findings of the second have been printed.
    let isPrinted = DispatchSemaphore(value: 0)
    let page = PageServer.page(Pages.html(["al:android:url": "a://"]))
    let first = try PageServer { _ in
      _ = isPrinted.wait(timeout: .now() + 50)
      return page
    }
    let second = try PageServer { _ in page }
    let output = Mutex("")
    let name = second.url("/")
    let code = await AppLinksTool.run(
      ["lint", "--timeout", "55", first.url("/"), name],
      on: Console(
        output: { text in
          output.withLock { $0 += text }
          if text.hasPrefix(name) { isPrinted.signal() }
        },
        errors: { _ in Issue.record("an error") }
      )
    )
    #expect(code == 1)
    let pages = output.withLock { $0 }.split(separator: "\n")
      .compactMap { line in [name, first.url("/")].first { line.hasPrefix($0) } }
    #expect(pages.first == name)
    #expect(pages.last == first.url("/"))
  }

  @Test func jsonHasThePagesInTheOrderOfTheCommandLine() async throws {
    let page = PageServer.page(Pages.html(["al:android:url": "a://"]))
    let isAsked = DispatchSemaphore(value: 0)
    let first = try PageServer { _ in
      _ = isAsked.wait(timeout: .now() + 50)
      return page
    }
    let second = try PageServer { _ in
      isAsked.signal()
      return page
    }
    let names = [first.url("/"), "no/such.html", second.url("/")]
    let run = await ToolRun(["lint", "--json", "--timeout", "55"] + names)
    let json = try JSONValue(parsing: run.output)
    #expect(json["pages"]?.arrayValue?.compactMap { $0["page"]?.stringValue } == names)
  }

  @Test func checksAWebPageAndItsResponse() async throws {
    let server = try PageServer { request in
      let page = PageServer.page(Pages.html(["al:android:url": "a://"]))
      return request.hasPrefix("GET /gone ") ? page.replacing("200 OK", with: "410 Gone") : page
    }
    let run = await ToolRun("lint", server.url("/"))
    #expect(run.code == 1)
    #expect(run.output.contains("\(server.url("/")):1:1: error: al:android:url: "))
    #expect(run.output.contains("[missing-package]"))
    #expect(!run.output.contains("error-status"))
    let gone = await ToolRun("lint", server.url("/gone"))
    #expect(gone.code == 1)
    #expect(gone.output.contains("error: The server responded with the status 410."))
    #expect(gone.output.contains("[missing-package]"))
  }

  @Test func aPageThatExceedsTheLimitIsNotMalformedAtTheLimit() async {
    // Characters of three bytes, one of which spans the limit of 4 MiB.
    let text = String(repeating: "\u{65e5}", count: (4 << 20) / 3)
    let run = await ToolRun("lint", "-", input: "<meta charset=utf-8><p>" + text)
    #expect(run.output.contains("[page-too-long]"))
    #expect(!run.output.contains("page-not-utf8"))
  }

  @Test func anImageIsNotAPage() async throws {
    let server = try PageServer { _ in
      PageServer.page("PNG").replacing("text/html; charset=utf-8", with: "image/png")
    }
    let run = await ToolRun("lint", server.url("/"))
    #expect(run.code == 1)
    #expect(run.output.contains("Link to a page. [not-a-page]\n"))
  }

  @Test(arguments: [404, 503])
  func thePageOfAnErrorFailsRegardlessOfItsContent(_ status: Int) async throws {
    let server = try PageServer { _ in
      PageServer.page("<p>Sorry").replacing("200 OK", with: "\(status) Sorry")
    }
    let run = await ToolRun("lint", server.url("/"))
    #expect(run.code == 1)
    #expect(run.output.contains("Check the URL, or try again later. [error-status]\n"))
  }

  @Test func anUnreadablePageIsNotAFinding() async {
    let empty = await ToolRun("lint", "-")
    #expect(empty.code == 2)
    #expect(empty.output == "")
    #expect(await ToolRun("lint", "no/such.html").code == 2)
  }
}
