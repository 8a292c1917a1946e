import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct PropertyRulesTests {
  private func advice(_ property: String) -> String? {
    AppLinkLinter().lint(page((property, "x")))
      .first { [.unknownKey, .unknownPlatform].contains($0.code) }?.advice
  }

  @Test(
    arguments: [
      ("al:iso:url", "al:ios"), ("al:iOS:url", "al:ios"), ("al:ipod:url", "al:ipad"),
      ("al:andriod:package", "al:android"), ("al:windows-phone:url", "al:windows_phone"),
      ("al:windowsuniversal:url", "al:windows_universal"), ("al:wbe:url", "al:web"),
      ("al:ios:ulr", "al:ios:url"), ("al:ios:appstore_id", "al:ios:app_store_id"),
      ("al:ios:appid", "al:ios:app_store_id"), ("al:ios:name", "al:ios:app_name"),
      ("al:android:package_name", "al:android:package"), ("al:android:id", "al:android:package"),
      ("al:android:activity", "al:android:class"), ("al:windows:id", "al:windows:app_id"),
      ("al:web:fallback", "al:web:should_fallback"),
      ("al:android:should_fallback", "al:web:should_fallback"),
    ]
  )
  func misspeltNamesAreGuessed(_ property: String, _ guess: String) {
    #expect(advice(property) == "Did you mean '\(guess)'?")
  }

  @Test(arguments: [
    "al:symbian:url", "al:", "al::url", "al:" + String(repeating: "ios", count: 50),
  ])
  func otherPlatformsAreListed(_ property: String) {
    #expect(advice(property)?.hasPrefix("Use one of: ios, iphone,") == true)
  }

  @Test func keysWithoutAGuessAreReported() {
    #expect(advice("al:ios:colour") == "Correct the key, or remove the tag.")
    #expect(advice("al:ios:url:secure") == "Put the URL in 'al:ios:url'.")
  }

  @Test(
    arguments: [
      "al:ios:url", "al:android:class", "al:windows:package", "al:windows_phone:package",
      "al:web:should_fallback", "al:ipad",
    ]
  )
  func knownNamesAreNotReported(_ property: String) {
    #expect(advice(property) == nil)
  }

  @Test func tooManyComponentsAreReported() {
    #expect(
      found(page(("al:ios:a:b:c:d:e:f:g", "x"))) == ["1:1 al:ios:a:b:c:d:e:f:g property-too-deep"]
    )
  }
}
