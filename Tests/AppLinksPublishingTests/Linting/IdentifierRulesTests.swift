import AppLinks
import AppLinksPublishing
import Testing

@Suite struct IdentifierRulesTests {
  private func codes(_ property: String, _ value: String) -> [String] {
    AppLinkLinter().lint(page((property, value))).map(\.code.rawValue)
      .filter { $0.hasPrefix("malformed") }
  }

  @Test(
    arguments: [
      ("al:ios:app_store_id", "12345", true), ("al:ipad:app_store_id", "0", true),
      ("al:ios:app_store_id", "id12345", false), ("al:ios:app_store_id", "١٢", false),
      ("al:ios:app_store_id", "-1", false), ("al:iphone:app_store_id", "1 2", false),
    ]
  )
  func numbersInTheAppStore(_ property: String, _ value: String, _ isRight: Bool) {
    #expect(codes(property, value) == (isRight ? [] : ["malformed-app-store-id"]))
  }

  @Test(
    arguments: [
      ("com.example.shop", true), ("a.b", true), ("A_1.b2_", true), ("com", false), ("com.", false),
      (".com.b", false), ("com..b", false), ("com.1b", false), ("com.ex-ample", false),
      ("com.exämple", false), ("_a.b", false), ("https://play.google.com/x", false),
    ]
  )
  func aPackageHasNamesWithPoints(_ value: String, _ isRight: Bool) {
    #expect(codes("al:android:package", value) == (isRight ? [] : ["malformed-package"]))
  }

  @Test(
    arguments: [
      ("com.example.Main", true), ("com.example.Main$Inner", true), ("com.exämple.Größe", true),
      ("Main", false), (".Main", false), ("com.example.", false), ("com.example/.Main", false),
      ("com.1x", false),
    ]
  )
  func aClassHasItsFullName(_ value: String, _ isRight: Bool) {
    #expect(codes("al:android:class", value) == (isRight ? [] : ["malformed-class"]))
  }

  @Test(
    arguments: [
      ("a14e93aa-27c7-df11-a844-00237de2db9f", true),
      ("{A14E93AA-27C7-DF11-A844-00237DE2DB9F}", true),
      ("{a14e93aa-27c7-df11-a844-00237de2db9f", false),
      ("a14e93aa27c7df11a84400237de2db9f", false), ("9WZDNCRFJ3TJ", false), ("----", false),
      ("g14e93aa-27c7-df11-a844-00237de2db9f", false), ("{", false),
    ]
  )
  func aGUIDHasItsDigitsAndDashes(_ value: String, _ isRight: Bool) {
    for platform in ["windows", "windows_phone", "windows_universal"] {
      #expect(codes("al:\(platform):app_id", value) == (isRight ? [] : ["malformed-app-id"]))
    }
  }

  @Test func keysOfOtherPlatformsAreNotLookedAt() {
    #expect(codes("al:android:app_store_id", "x") == [])
    #expect(codes("al:web:package", "x") == [])
  }
}
