import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct GroupRulesTests {
  @Test func appsThatLackAKeyCannotBeToldApart() {
    let html = page(
      ("al:android:package", "a.b"),
      ("al:android:package", "a.c"),
      ("al:android:app_name", "B"),
      ("al:android:package", "a.d"),
      ("al:android:app_name", "D")
    )
    #expect(found(html) == ["5:1 al:android:app_name misaligned-tags"])
    let finding = AppLinkLinter().lint(html).first { $0.code == .misalignedTags }
    #expect(
      finding?.message
        == "The group describes 3 apps, but only 2 of 'al:android:app_name', which belong to the first 2 apps."
    )
    #expect(
      finding?.advice == "Begin each app with a tag that names only the platform, 'al:android'."
    )
  }

  @Test func completeAppsInOneGroupAreRight() {
    #expect(
      found(
        page(
          ("al:ios:url", "a:"),
          ("al:ios:app_name", "A"),
          ("al:ios:url", "b:"),
          ("al:ios:app_name", "B")
        )
      ) == []
    )
  }

  @Test func markersMakeIncompleteAppsRight() {
    #expect(
      found(
        page(
          ("al:ios", nil),
          ("al:ios:url", "a:"),
          ("al:ios", nil),
          ("al:ios:url", "b:"),
          ("al:ios:app_name", "B")
        )
      ) == []
    )
  }

  @Test func aMarkerNeedsTags() {
    #expect(found(page(("al:ios:url", "a:"), ("al:ios", nil))) == ["2:1 al:ios empty-group"])
    #expect(
      found(page(("al:ios", nil), ("al:ios", nil), ("al:ios:url", "a:"))) == [
        "1:1 al:ios empty-group"
      ]
    )
    #expect(
      found(page(("al:ios", nil), ("al:android:package", "a.b"), ("al:ios:url", "a:"))) == []
    )
  }

  @Test func aMarkerInTheMiddleSplitsAnApp() {
    #expect(
      found(page(("al:ios:url", "a:"), ("al:ios", nil), ("al:ios:app_name", "A"))) == [
        "2:1 al:ios missing-url", "2:1 al:ios split-group",
      ]
    )
    #expect(
      found(page(("al:android:package", "a.b"), ("al:android", nil), ("al:android:url", "a:"))) == [
        "2:1 al:android missing-package", "2:1 al:android split-group",
      ]
    )
    #expect(
      found(page(("al:ios:url", "a:"), ("al:android", nil), ("al:android:package", "a.b"))) == []
    )
  }
}
