import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct DescriptionHTMLTests {
  private let shop = AppLinkTarget.apple(
    .init(rawURL: "shop://socks?a=1&b=2", appStoreID: "12345", appName: "Socks \"&\" Co")
  )

  @Test func oneTargetNeedsNoMarker() throws {
    #expect(
      try AppLinkDescription(targets: [shop]).html()
        == """
        <meta property="al:ios:url" content="shop://socks?a=1&amp;b=2">
        <meta property="al:ios:app_store_id" content="12345">
        <meta property="al:ios:app_name" content="Socks &quot;&amp;&quot; Co">
        """
    )
  }

  @Test func eachOfSeveralTargetsBeginsWithAMarker() throws {
    let old = AppLinkTarget.apple(.init(rawURL: "old://socks"))
    let pad = AppLinkTarget.apple(.init(platform: .ipad, rawURL: "pad://socks"))
    #expect(
      try AppLinkDescription(targets: [shop, pad, old]).tags().map(\.property) == [
        "al:ios", "al:ios:url", "al:ios:app_store_id", "al:ios:app_name", "al:ipad:url", "al:ios",
        "al:ios:url",
      ]
    )
  }

  @Test func allPlatformsHaveTheirKeys() throws {
    let id = "a14e93aa-27c7-df11-a844-00237de2db9f"
    let windows = AppLinkTarget.Windows.Platform.allCases.map {
      AppLinkTarget.windows(.init(platform: $0, rawURL: "w:", appID: id, appName: "W"))
    }
    let android = AppLinkTarget.android(
      .init(rawURL: "a:", packageName: "a.b", className: "a.b.C", appName: "A")
    )
    let apple = AppLinkTarget.Apple.Platform.allCases.map {
      AppLinkTarget.apple(.init(platform: $0, rawURL: "i:", appStoreID: "1", appName: "I"))
    }
    let tags = try AppLinkDescription(
      targets: apple + [android] + windows,
      web: .url("https://e.com/")
    ).tags()
    var expected: [String] = []
    for platform in ["ios", "iphone", "ipad"] {
      for key in ["url", "app_store_id", "app_name"] { expected.append("al:\(platform):\(key)") }
    }
    for key in ["url", "package", "class", "app_name"] { expected.append("al:android:\(key)") }
    for platform in ["windows_phone", "windows", "windows_universal"] {
      for key in ["url", "app_id", "app_name"] { expected.append("al:\(platform):\(key)") }
    }
    #expect(tags.map(\.property) == expected + ["al:web:url"])
  }

  @Test(
    arguments: [
      (AppLinkDescription.WebFallback.page, ""),
      (
        .url("https://e.com/?a&b"),
        #"<meta property="al:web:url" content="https://e.com/?a&amp;b">"#
      ),
      (.forbidden, #"<meta property="al:web:should_fallback" content="false">"#),
    ]
  )
  func theWebFallbackIsWritten(_ web: AppLinkDescription.WebFallback, _ html: String) throws {
    #expect(try AppLinkDescription(targets: [], web: web).html() == html)
  }

  @Test func formsCanBeChosen() throws {
    let target = AppLinkTarget.apple(.init(rawURL: "a:", appName: "Café 😀"))
    let description = AppLinkDescription(targets: [target])
    #expect(
      try description.html(indentation: 2, isXML: true, isASCII: true)
        == """
          <meta property="al:ios:url" content="a:" />
          <meta property="al:ios:app_name" content="Caf&#xE9; &#x1F600;" />
        """
    )
    #expect(try description.html(indentation: -1) == description.html())
  }

  @Test func aTagAloneIsEscaped() {
    #expect(AppLinkTag(property: "al:ios", content: nil).html == #"<meta property="al:ios">"#)
    let tag = AppLinkTag(property: "al:\"x\"", content: "<'a'\r\n>")
    #expect(
      tag.html == "<meta property=\"al:&quot;x&quot;\" content=\"&lt;&#39;a&#39;&#13;\n&gt;\">"
    )
    let read = AppLinkMetadata(html: tag.html).tags
    #expect(read.map(\.property) == [tag.property])
    #expect(read.map(\.content) == [tag.content])
  }
}
