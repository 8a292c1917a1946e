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

  @Test func findingsNameTheParameterThatIsLost() throws {
    var site = GeneratedPage.site()
    site[20].androidURL = "shop://product"
    site[24].iosURL = "shop://socks"
    site[24].androidURL = "shop://product"
    site[24].more = ""
    site[32].iosURL = "shop://story"
    let pages = site.map { LinkedPage(html: $0.html.utf8, url: $0.url) }
    let findings = ConsistencyLinter().lint(pages)
    #expect(
      findings[20].map(\.message) == ["It lacks '1020', which 'al:ios:url' in line 3 has."]
    )
    let address =
      "It lacks '1024', which the address of the page has. On other pages, it is a part of the URL."
    #expect(findings[24].map(\.message) == [address, address])
    #expect(findings[32].map(\.subject) == ["al:ios:url"])
    #expect(
      findings[32].map(\.message) == ["It lacks '227', which 'al:android:url' in line 5 has."]
    )
    #expect(findings.count { !$0.isEmpty } == 3)
  }

  /// Pages of one product for each color.
  private func colors(_ app: (_ id: String, _ color: String) -> String) -> [GeneratedPage] {
    (0..<40).map { index in
      let (id, color) = ("Sku\(index)", ["red", "blue"][index % 2])
      let url = app(id, color)
      return GeneratedPage("/product?id=\(id)&color=\(color)", ios: url, android: url)
    }
  }

  @Test func aParameterOfTheSameNameIsFoundWhateverItIs() {
    var site = colors { "shop://product?id=\($0)&color=\($1)" }
    #expect(found(site) == [:])
    for index in [4, 5] {
      site[index].iosURL = "shop://product?id=Sku\(index)"
      site[index].androidURL = site[index].iosURL
    }
    let expected = site[4...5].map { ($0.url, Set(["app-url-of-other-page"])) }
    #expect(found(site) == Dictionary(uniqueKeysWithValues: expected))
    // An app can do without it.
    #expect(found(colors { id, _ in "shop://product?id=\(id)" }) == [:])
  }

  @Test func otherCapitalsAreFoundUnlessAllAppsHaveThem() {
    var site = colors { "shop://product?id=\($0)&color=\($1)" }
    site[7].iosURL = site[7].iosURL.replacing("Sku", with: "sku")
    site[7].androidURL = site[7].iosURL
    #expect(found(site) == [site[7].url: ["app-url-of-other-page"]])
    // The address that the page calls its own counts, too.
    site[7].canonical = site[7].url.replacing("Sku", with: "sku")
    site[7].shared = site[7].canonical
    #expect(found(site) == [:])
    #expect(found(colors { "shop://product?id=\($0.lowercased())&color=\($1)" }) == [:])
  }

  /// Few addresses with capitals do not show what the app does with them.
  @Test func anAppThatKnowsNoCapitalsIsNoMistake() {
    let site = (0..<60).map { index in
      let slug = index % 20 == 7 ? "Story-About-\(index)" : "story-about-\(index)"
      let url = "shop://stories/\(slug.lowercased())"
      return GeneratedPage("/stories/\(slug)", ios: url, android: url)
    }
    #expect(found(site) == [:])
  }

  /// A page of a section that opens the section, or a page elsewhere, has no parameter to lose.
  @Test func aPageWithoutSuchAParameterHasLostNone() {
    var site = GeneratedPage.site()
    for (index, path) in [(21, "/socks/sale"), (22, "/socks/5"), (23, "/returns/1023")] {
      site[index] = GeneratedPage(path, ios: "shop://socks", android: "shop://product")
    }
    #expect(found(site) == [:])
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
