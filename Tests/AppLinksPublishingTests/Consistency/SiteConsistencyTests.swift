import AppLinks
import AppLinksPublishing
import Testing

/// Contradictions between the pages of a site, on a generated one with mistakes that are known.
@Suite struct SiteConsistencyTests {
  /// The codes about each page, of all linters that an audit uses.
  private func found(_ site: [GeneratedPage]) -> [String: Set<String>] {
    let pages = site.map { LinkedPage(html: $0.html.utf8, url: $0.url) }
    let linter = ConsistencyLinter()
    let together = linter.lint(pages)
    #expect(together.count == pages.count)
    var found: [String: Set<String>] = [:]
    for ((page, linked), findings) in zip(zip(site, pages), together) {
      let all = findings + linter.lint(linked) + AppLinkLinter().lint(page.html)
      if !all.isEmpty { found[page.url] = Set(all.map(\.code.rawValue)) }
    }
    return found
  }

  @Test func aCleanSiteHasNoFindings() {
    let site = GeneratedPage.site()
    #expect(site.count == 300)
    #expect(found(site) == [:])
    #expect(ConsistencyLinter().lint([LinkedPage]()) == [])
  }

  @Test(arguments: PlantedMistake.allCases)
  func eachMistakeIsFoundWhereItIs(_ mistake: PlantedMistake) {
    var site = GeneratedPage.site()
    let expected = mistake.plant(in: &site)
    let found = found(site)
    #expect(found.filter { expected[$0.key] == nil } == [:])
    for (url, codes) in expected { #expect(found[url]?.isSuperset(of: codes) == true, "\(url)") }
  }

  @Test func allMistakesAreFoundTogether() {
    var site = GeneratedPage.site()
    var expected: [String: Set<String>] = [:]
    for mistake in PlantedMistake.allCases {
      expected.merge(mistake.plant(in: &site)) { $0.union($1) }
    }
    let found = found(site)
    #expect(Set(found.keys) == Set(expected.keys))
    for (url, codes) in expected { #expect(found[url]?.isSuperset(of: codes) == true, "\(url)") }
  }

  @Test func findingsNameTheTagAndBothSides() throws {
    var site = GeneratedPage.site()
    site[20].iosURL = site[21].iosURL
    let pages = site.map { LinkedPage(html: $0.html.utf8, url: $0.url) }
    let finding = try #require(ConsistencyLinter().lint(pages)[20].first)
    #expect(finding.subject == "al:ios:url")
    #expect(finding.line == 3)
    #expect(finding.message == "It opens '1021', but 'al:android:url' in line 5 opens '1020'.")
  }

  /// The URL of an app can be the address of its page.
  @Test func aCopyIsFoundAndNotTheOriginal() {
    var site = (0..<12).map { index in
      let path = "/2026/\(index)/story-\(index).html"
      let url = "https://shop.example\(path)"
      return GeneratedPage(path, ios: "shop://story/\(index)", android: url)
    }
    let copy = GeneratedPage("/user/7", ios: "shop://user/7", android: site[5].url)
    site.insert(copy, at: 0)
    #expect(found(site) == [copy.url: ["app-url-of-other-page"]])
  }

  @Test func oneFallbackForManyPagesIsNoMistake() {
    var site = GeneratedPage.site()
    for index in site.indices { site[index].webURL = "https://shop.example/get-the-app" }
    #expect(found(site) == [:])
  }

  /// A site of few pages does not show what is usual.
  @Test func fewPagesAreNotCompared() {
    var site = Array(GeneratedPage.site().prefix(9))
    site[3].iosURL = site[4].iosURL
    site[3].androidURL = site[4].androidURL
    site[3].more = site[4].more
    #expect(found(site) == [:])
  }

  @Test func aLargeCleanSiteHasNoFindingsEither() {
    let pages = GeneratedPage.site(count: 2_000).map { LinkedPage(html: $0.html.utf8, url: $0.url) }
    #expect(ConsistencyLinter().lint(pages).allSatisfy { $0.isEmpty })
  }

  @Test(arguments: [
    ("0; url=https://other.example/", true), ("0;URL='https://other.example/x'", true),
    ("5,https://other.example", true), (" 0 ; url = //other.example/ ", true),
    (#"0; url="https://other.example/" "#, true),
    ("0;url=https://shop.example@other.example", true),
    ("0; url=https://www.shop.example/", false), ("0; url=/socks/8", false), ("300", false),
    ("0; url=https://shop.example/socks/8", false), ("", false),
    ("url=https://other.example", false),
    ("0; url=shop://socks/7", false), ("x; url=https://other.example", false),
  ])
  func aPageThatSendsBrowsersAwayIsFound(_ content: String, _ isFound: Bool) {
    let content = content.replacing("\"", with: "&quot;")
    let html = #"<META HTTP-EQUIV=" Refresh " content="\#(content)">"#
    let page = LinkedPage(html: html.utf8, url: "https://shop.example/socks/7")
    let codes = ConsistencyLinter().lint(page).map(\.code.rawValue)
    #expect(codes == (isFound ? ["refresh-to-other-site"] : []))
  }
}
