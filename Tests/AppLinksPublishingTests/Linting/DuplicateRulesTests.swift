import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct DuplicateRulesTests {
  @Test func aURLTwiceInAGroupIsReported() {
    #expect(
      found(page(("al:ios:url", "a:"), ("al:ios:url", "b:"), ("al:ios:url", "a:"))) == [
        "3:1 al:ios:url duplicate-tag"
      ]
    )
  }

  @Test func aCopyOfAllTagsIsReported() {
    #expect(
      found(
        page(
          ("al:android:package", "a.b"),
          ("al:android:app_name", "A"),
          ("al:android:package", "a.b"),
          ("al:android:app_name", "A")
        )
      ) == ["3:1 al:android:package duplicate-tag", "4:1 al:android:app_name duplicate-tag"]
    )
  }

  @Test func appsMayShareANameOrPackage() {
    #expect(
      found(
        page(
          ("al:android:package", "a.b"),
          ("al:android:url", "a:"),
          ("al:android:app_name", "A"),
          ("al:android:package", "a.b"),
          ("al:android:url", "b:"),
          ("al:android:app_name", "A")
        )
      ) == []
    )
  }

  @Test func anAppThatIsDescribedTwiceIsReported() {
    let app =
      [("al:ios", nil), ("al:ios:url", "a:"), ("al:ios:app_name", "A")] as [(String, String?)]
    let pad = [("al:ipad:url", "a:"), ("al:ipad:app_name", "A")] as [(String, String?)]
    let html = (app + pad + app).map { AppLinkTag(property: $0.0, content: $0.1).html }
    #expect(found(html.joined(separator: "\n")) == ["6:1 al:ios duplicate-target"])
  }

  @Test func appsThatDifferAreNot() {
    #expect(
      found(page(("al:ios", nil), ("al:ios:url", "a:"), ("al:ios", nil), ("al:ios:url", "b:")))
        == []
    )
    #expect(
      found(
        page(
          ("al:android", nil),
          ("al:android:package", "a.b"),
          ("al:android", nil),
          ("al:android:package", "a.b"),
          ("al:android:url", "a:")
        )
      ) == []
    )
  }
}
