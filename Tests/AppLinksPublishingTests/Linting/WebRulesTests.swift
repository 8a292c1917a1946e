import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct WebRulesTests {
  @Test(
    arguments: [
      ("https://e.com/a b", ["unparsable-web-url"]), ("/socks", ["relative-web-url"]),
      ("shop://socks", ["web-url-not-web"]), ("javascript:alert(1)", ["web-url-not-web"]),
      ("shop://", ["web-url-not-web"]), ("https:e.com", ["missing-host"]),
      ("https:///e.com", ["missing-host"]), ("//:80/", ["missing-host"]),
      ("//e.com/", ["relative-web-url"]),
      ("http://e.com/", ["insecure-url"]), ("https://e.com/é", ["unescaped-url"]),
      ("https://e.com/?al_applink_data=1", ["data-in-url"]), ("https://e.com/", []),
    ] as [(String, [String])]
  )
  func theURLIsLookedAt(_ url: String, _ codes: [String]) {
    #expect(found(page(("al:web:url", url))) == codes.map { "1:1 al:web:url \($0)" })
  }

  @Test(arguments: ["false", "true", "False", "TRUE"])
  func truthValuesAreRight(_ word: String) {
    #expect(found(page(("al:web:should_fallback", word))) == [])
  }

  @Test(
    arguments: [
      ("no", "false"), ("0", "false"), ("yes", "true"), ("1", "true"), ("never", "true"),
      ("off", "true"),
    ]
  )
  func otherWordsAreNot(_ word: String, _ meaning: String) {
    let findings = AppLinkLinter().lint(page(("al:web:should_fallback", word)))
      .filter { $0.code != .noApps }
    #expect(findings.map(\.code) == [.malformedShouldFallback])
    #expect(findings.first?.message.hasSuffix("counts as '\(meaning)'.") == true)
  }

  @Test func onlyTheFirstTagOfAKindCounts() {
    #expect(
      found(
        page(
          ("al:web:url", "https://e.com/"),
          ("al:web:url", "b c"),
          ("al:web", nil),
          ("al:web:url", "https://e.com/"),
          ("al:web:should_fallback", "never")
        )
      ) == [
        "2:1 al:web:url ignored-web-tag", "4:1 al:web:url ignored-web-tag",
        "5:1 al:web:should_fallback ignored-web-tag",
      ]
    )
  }

  @Test func aURLNextToAForbiddenFallbackDoesNotCount() {
    #expect(
      found(page(("al:web:url", "https://e.com/"), ("al:web:should_fallback", "FALSE"))) == [
        "1:1 al:web:url ignored-web-tag"
      ]
    )
  }

  @Test func aMissingURLIsNoted() {
    let findings = AppLinkLinter().lint(page(("al:ios:url", "a:")))
    #expect(findings.first?.code == .missingWebURL)
    #expect(findings.first?.severity == .note)
  }

  @Test func aPageThatLeadsNowhereIsReported() {
    let app = ("al:ios:url", "a:") as (String, String?)
    let web = ("al:web:should_fallback", "no") as (String, String?)
    #expect(found(page(app, web)).last == "2:1 al:web:should_fallback dead-end")
    #expect(!found(page(web)).contains { $0.hasSuffix("dead-end") })
  }

  @Test(arguments: ["al:ios:app_store_id", "al:android:package", "al:windows:app_id"])
  func aStoreIsAWayToo(_ property: String) {
    let html = page((property, "1"), ("al:web:should_fallback", "no"))
    #expect(!found(html).contains { $0.hasSuffix("dead-end") })
  }
}
