import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct LimitRulesTests {
  @Test func aLongPageIsReported() {
    let html = page(
      ("al:android:package", "com.e"),
      ("al:android:app_name", "E"),
      ("al:web:url", "https://e.com/")
    )
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
    let findings = AppLinkLinter().lint(tags).filter {
      $0.code != .ignoredWebTag && $0.code != .noApps
    }
    #expect(findings.map(short) == ["257:1 too-many-tags"])
    #expect(findings.first?.message.contains("256") == true)
  }

  @Test func aLongValueIsReported() {
    let long = "https://e.com/" + String(repeating: "x", count: 9000)
    #expect(found(page(("al:web:url", long))) == ["1:1 value-too-long"])
    #expect(found(page(("al:" + long, nil))) == ["1:1 value-too-long"])
  }

  @Test func aTagThatReadersDoNotReadIsReported() {
    let start = page(("al:android:package", "com.e"), ("al:android:app_name", "E"))
    let html = start + "<!--" + String(repeating: "x", count: 100) + "-->\n"
    let tag = page(("al:web:url", "https://e.com/"))
    let limit = (html + tag).utf8.count
    let linter = AppLinkLinter(readersBytes: limit - 1)
    #expect(
      linter.lint(html + tag + tag).map(short) == [
        "missing-web-url", "3:1 al:web:url tag-behind-limit",
        "3:\(tag.utf8.count + 1) al:web:url tag-behind-limit",
      ]
    )
    #expect(AppLinkLinter(readersBytes: limit).lint(html + tag + "<p>more").isEmpty)
    #expect(AppLinkLinter(readersBytes: -1).lint(tag).map(\.code) == [.noTags, .tagBehindLimit])
  }

  @Test func tagsBehindTheLimitOfAResolverAreNotFoundByReaders() throws {
    let tags = page(("al:ios:url", "shop://7"), ("al:web:url", "https://e.com/"))
    let html = "<style>" + String(repeating: "x", count: 2 << 20) + "</style>" + tags
    let findings = AppLinkLinter().lint(html)
    #expect(findings.map(\.code) == [.noTags, .tagBehindLimit, .tagBehindLimit])
    #expect(findings.last?.severity == .error)
    let limit = try #require(HTTPResolver.Options().scanner.maximumBytes)
    #expect(limit == AppLinkLinter().readersBytes)
    #expect(limit == AppLinkScanner.Options.usualMaximumBytes)
  }

  @Test func aLongPageWithAllTagsAtItsBeginningHasNoFindings() {
    let html =
      page(("al:ios:url", "a:"), ("al:web:url", "https://e.com/")) + "<!-- <meta property=al:x> -->"
    let codes = Set(AppLinkLinter().lint(html).map(\.code))
    let long = AppLinkLinter().lint(html + String(repeating: "x", count: 2 << 20))
    #expect(Set(long.map(\.code)) == codes)
  }
}
