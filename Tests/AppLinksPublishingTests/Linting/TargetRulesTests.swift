import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct TargetRulesTests {
  private func found(_ tags: (String, String?)...) -> [String] {
    let html = tags.map { AppLinkTag(property: $0.0, content: $0.1).html }.joined(separator: "\n")
    return AppLinkLinter().lint(html).map(short).filter {
      $0 != "missing-web-url" && $0 != "no-apps"
    }
  }

  @Test(arguments: ["ios", "iphone", "ipad"])
  func appleAppsNeedAURL(_ platform: String) {
    #expect(
      found(("al:\(platform):app_store_id", "1"), ("al:\(platform):app_name", "A"))
        == ["1:1 al:\(platform):app_store_id missing-url"]
    )
    #expect(
      found(("al:\(platform):url", "a:")) == [
        "1:1 al:\(platform):url missing-store-id", "1:1 al:\(platform):url missing-app-name",
      ]
    )
  }

  @Test(arguments: ["windows", "windows_phone", "windows_universal"])
  func windowsAppsNeedAURL(_ platform: String) {
    let id = "a14e93aa-27c7-df11-a844-00237de2db9f"
    #expect(
      found(("al:\(platform):app_id", id), ("al:\(platform):app_name", "A"))
        == ["1:1 al:\(platform):app_id missing-url"]
    )
    #expect(
      found(("al:\(platform):url", "a:")) == [
        "1:1 al:\(platform):url missing-store-id", "1:1 al:\(platform):url missing-app-name",
      ]
    )
  }

  @Test func androidAppsNeedAPackageAndNoURL() {
    #expect(found(("al:android:package", "a.b"), ("al:android:app_name", "A")) == [])
    #expect(
      found(("al:android:class", "a.b.C"), ("al:android:app_name", "A"))
        == ["1:1 al:android:class missing-package"]
    )
    #expect(found(("al:android:package", "a.b")) == ["1:1 al:android:package missing-app-name"])
  }

  @Test func eachGroupIsLookedAt() {
    #expect(
      found(
        ("al:ios", nil),
        ("al:ios:url", "a:"),
        ("al:ios:app_name", "A"),
        ("al:ios:app_store_id", "1"),
        ("al:ios", nil),
        ("al:ios:app_name", "A"),
        ("al:ios:app_store_id", "2")
      ) == ["5:1 al:ios missing-url"]
    )
  }

  @Test func eachAppOfAGroupNeedsItsURL() {
    #expect(
      found(("al:ios:url", "a:"), ("al:ios:app_store_id", "1"), ("al:ios:app_store_id", "2"))
        .contains("1:1 al:ios:url missing-url")
    )
  }

  @Test func theWebAndUnknownPlatformsNeedNothing() {
    #expect(found(("al:web:should_fallback", "true")) == [])
    #expect(found(("al:symbian:url", "x")) == ["1:1 al:symbian:url unknown-platform"])
  }
}
