import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct LimitRulesTests {
  @Test func aLongPageIsReported() {
    let html = page(("al:web:url", "https://e.com/"))
    let linter = AppLinkLinter(maximumBytes: html.utf8.count)
    #expect(linter.lint(html).isEmpty)
    #expect(linter.lint(html + " ").map(\.code) == [.pageTooLong])
    #expect(linter.lint(html + " ").first?.message.contains("\(html.utf8.count) bytes") == true)
  }

  @Test func tooManyTagsAreReportedOnce() {
    let tags = String(
      repeating: "<meta property='al:web:url' content='https://e.com/'>\n",
      count: 300
    )
    let findings = AppLinkLinter().lint(tags).filter { $0.code != .ignoredWebTag }
    #expect(findings.map(short) == ["257:1 too-many-tags"])
    #expect(findings.first?.message.contains("256") == true)
  }

  @Test func aLongValueIsReported() {
    let long = "https://e.com/" + String(repeating: "x", count: 9000)
    #expect(found(page(("al:web:url", long))) == ["1:1 value-too-long"])
    #expect(found(page(("al:" + long, nil))) == ["1:1 value-too-long"])
  }
}
