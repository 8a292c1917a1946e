import AppLinks
import AppLinksPublishing
import Testing

@Suite struct PlaceRulesTests {
  private let tag = #"<meta property="al:ios:url" content="a:">"#

  @Test(arguments: ["", "Hello", "<meta property=\"og:title\" content=\"al:ios\">"])
  func aPageWithoutTagsIsReported(_ html: String) {
    #expect(found(html, ignoring: []) == ["no-tags"])
    #expect(AppLinkLinter().lint(html).map(\.severity) == [.error])
  }

  @Test(arguments: ["<body>", "</head>", "<head></head>\n<body class=x>"])
  func aTagBehindTheHeadIsReported(_ before: String) {
    #expect(
      found(tag + before + tag).map { $0.split(separator: " ").last } == [
        "tag-in-body", "duplicate-tag",
      ]
    )
  }

  @Test func aTagInTheHeadIsNot() {
    #expect(found("<html><head>\(tag)</head><body>") == [])
    #expect(found(tag) == [])
  }

  @Test(
    arguments: [
      ("<!-- TAG -->", "a comment"),
      ("<!--\n<b>\nTAG", "a comment"),
      ("<script>document.write('TAG')</script>", "<script>"),
      ("<SCRIPT >TAG</SCRIPT >", "<script>"),
      ("<style>TAG</style>", "<style>"),
      ("<title>TAG</title>", "<title>"),
      ("<textarea>TAG</textarea>", "<textarea>"),
      ("<noscript>TAG</noscript>", "<noscript>"),
      ("<template><p>TAG</p></template>", "<template>"),
      ("<template></template><template>TAG", "<template>"),
      ("<a title=\"TAG\">", "something else"),
    ]
  )
  func whatReadersDoNotSeeIsReported(_ html: String, _ container: String) {
    let tag = "<meta property='al:web:url' content='https://e.com/'>"
    let findings = AppLinkLinter().lint(html.replacing("TAG", with: tag))
    #expect(findings.map(\.code) == [.noTags, .hiddenTag])
    #expect(findings.last?.subject == "al:web:url")
    #expect(findings.last?.message.contains(" \(container),") == true)
  }

  @Test(arguments: [
    "<!-->TAG", "<!--->TAG", "<!-- x --!>TAG-->", "<script></script>TAG", "</template>TAG",
  ])
  func whatReadersSeeIsNot(_ html: String) {
    #expect(!found(html.replacing("TAG", with: tag)).contains { $0.contains("hidden-tag") })
  }

  @Test func hiddenTagsHaveTheirPlace() {
    #expect(found("<head>\n<!--\r\n  \(tag) -->\r\(tag)") == ["3:3 al:ios:url hidden-tag"])
  }

  @Test func namesInTheWrongAttributeAreReported() {
    #expect(
      found("\n<meta name='al:ios:url' content='a:'>") == [
        "2:1 al:ios:url name-instead-of-property"
      ]
    )
    #expect(found("<meta name='al:ios:url' property='og:url'>") == [])
  }

  @Test(arguments: ["AL:ios:url", " al:ios:url", "Al:web:url"])
  func propertiesThatAreAlmostRightAreReported(_ property: String) {
    let name = property.trimmingPrefix(" ")
    #expect(found("<meta property='\(property)' content=''>") == ["1:1 \(name) inexact-property"])
  }

  @Test(
    arguments: [
      [("al:web:url", "https://e.com/")], [("al:web:should_fallback", "false")],
      [("al:iso:url", "shop://7")], [("al:ios", nil)],
      [("al:web", nil), ("al:web:url", "https://e.com/")],
    ] as [[(String, String?)]]
  )
  func aPageThatHasLostItsAppsIsAnError(_ tags: [(String, String?)]) {
    let html = tags.map { page($0) }.joined(separator: "\n")
    let finding = AppLinkLinter().lint(html).first { $0.code == .noApps }
    #expect(finding?.severity == .error)
    #expect(finding?.line == nil)
    let more = html + page(("al:ios", nil), ("al:ios:url", "shop://7"))
    #expect(!AppLinkLinter().lint(more).map(\.code).contains(.noApps))
  }

  @Test func aPageWithoutTagsHasOnlyTheFindingAboutThat() {
    #expect(AppLinkLinter().lint("<p>").map(\.code) == [.noTags])
  }
}
