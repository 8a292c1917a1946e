import AppLinks
import AppLinksPublishing
import Testing

@Suite struct ContentRulesTests {
  @Test(
    arguments: [
      (nil, "missing-content"), ("", "empty-value"), (" \n", "empty-value"),
      (" https://e.com/", "padded-value"), ("https://e.com/\n", "padded-value"),
      ("https://e.com/\u{7F}", "control-character"), ("https://\te.com/", "control-character"),
    ] as [(String?, String)]
  )
  func valuesOfTheWebAreLookedAt(_ value: String?, _ code: String) {
    #expect(found(page(("al:web:url", value))) == ["1:1 al:web:url \(code)"])
  }

  @Test func valuesOfAppsAreLookedAt() {
    #expect(
      found(
        page(
          ("al:ios:url", "a:"),
          ("al:ios:app_name", " A"),
          ("al:android:package", ""),
          ("al:android:class", nil),
          ("al:windows:url", "b:"),
          ("al:windows:app_id", "\u{85}")
        )
      ) == [
        "2:1 al:ios:app_name padded-value", "3:1 al:android:package empty-value",
        "4:1 al:android:class missing-content", "6:1 al:windows:app_id control-character",
      ]
    )
  }

  @Test func valuesOfUnknownKeysAreNot() {
    #expect(found(page(("al:windows:url", "b:"), ("al:windows:package", ""))) == [])
  }

  @Test func aMarkerNeedsNoValue() {
    #expect(found(page(("al:ios", nil), ("al:ios:url", "a:"))) == [])
    #expect(found(page(("al:ios", ""), ("al:ios:url", "a:"))) == [])
    #expect(
      found(page(("al:ios", "a:"), ("al:ios:url", "a:"))) == ["1:1 al:ios marker-with-content"]
    )
  }
}
