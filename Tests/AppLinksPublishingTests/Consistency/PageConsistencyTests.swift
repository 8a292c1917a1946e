import AppLinks
import AppLinksPublishing
import Testing

/// Contradictions within one page.
@Suite struct PageConsistencyTests {
  /// The findings about a page, in the short format.
  private func found(_ html: String, url: String = "https://shop.example/socks/7") -> [String] {
    findings(html, url: url).map(short)
  }

  private func findings(
    _ html: String,
    url: String = "https://shop.example/socks/7"
  ) -> [LintFinding] {
    ConsistencyLinter().lint(LinkedPage(html: html.utf8, url: url))
  }

  @Test(
    arguments: LintExplanation.consistency.filter {
      $0.example.hasPrefix("<") && !$0.example.contains("whose file")
        && !$0.example.contains("the file")
    }
  )
  func examplesShowTheirCode(_ explanation: LintExplanation) {
    var url = "https://shop.example/socks/7"
    if let start = explanation.example.firstRange(of: "<!-- at ") {
      url = String(explanation.example[start.upperBound...].prefix { $0 != " " })
    }
    let codes = findings(explanation.example, url: url).map(\.code)
    #expect(codes == [explanation.code])
  }

  @Test func aPageThatAgreesHasNoFindings() {
    let html = """
      <link rel="canonical" href="https://shop.example/socks/7/">
      <meta property="og:url" content="https://SHOP.example/socks/7">
      <meta property="al:ios:url" content="shop://socks/7">
      <meta property="al:ios:app_store_id" content="111">
      <meta property="al:ios:app_name" content="Shop">
      <meta property="al:android:package" content="com.example.shop">
      <meta name="twitter:card" content="app">
      <meta name="twitter:app:id:iphone" content="111">
      <meta name="twitter:app:id:ipad" content="111">
      <meta name="twitter:app:id:googleplay" content="com.example.shop">
      <meta name="twitter:app:url:iphone" content="SHOP://socks/7/">
      <meta name="twitter:app:name:iphone" content="Shop">
      <meta name="apple-itunes-app" content="app-id=111, app-argument=https://shop.example/socks/7">
      <link rel="alternate" href="android-app://com.example.shop/shop/socks/7">
      <link rel="alternate" href="ios-app://111/shop/socks/7">
      <link rel="alternate" hreflang="de" href="https://shop.example/de/socks/7">
      """
    #expect(found(html) == [])
  }

  @Test func aVocabularyCanNameSeveralApps() {
    let html = """
      <meta property="al:ios:app_store_id" content="111">
      <meta property="al:ios:app_store_id" content="222">
      <meta name="apple-itunes-app" content="app-id=222">
      """
    #expect(found(html) == [])
  }

  @Test func devicesAreComparedOneByOne() {
    let html = """
      <meta property="al:iphone:app_store_id" content="111">
      <meta property="al:ipad:app_store_id" content="222">
      <meta name="twitter:app:id:iphone" content="111">
      <meta name="twitter:app:id:ipad" content="333">
      """
    #expect(found(html) == ["4:1 twitter:app:id:ipad app-store-id-differs"])
  }

  @Test func correctionsAreTagsToPaste() {
    func corrections(_ html: String) -> [String?] { findings(html).map(\.correction) }
    let banner = """
      <meta property="al:ios:app_store_id" content="111">
      <meta property="al:ios:url" content="shop://socks/7?a=1&amp;b=2">
      <meta name="apple-itunes-app" content="app-id=222, affiliate-data=x, app-argument=shop://8">
      """
    #expect(
      corrections(banner) == [
        "<meta name=\"apple-itunes-app\" content=\"app-id=111, affiliate-data=x, "
          + "app-argument=shop://8\">",
        "<meta name=\"apple-itunes-app\" content=\"app-id=222, affiliate-data=x, "
          + "app-argument=shop://socks/7?a=1&amp;b=2\">",
      ]
    )
    let alternate = """
      <meta property="al:android:package" content="com.example.shop">
      <link rel="alternate" href="android-app://com.example.old/shop/socks/7">
      """
    #expect(
      corrections(alternate) == [
        "<link rel=\"alternate\" href=\"android-app://com.example.shop/shop/socks/7\">"
      ]
    )
    let card = "<meta name='twitter:app:id:iphone' content='id42'>"
    #expect(corrections(card) == ["<meta name=\"twitter:app:id:iphone\" content=\"42\">"])
    let insecure = "<meta property='og:url' content='http://shop.example/socks/7?a&amp;b'>"
    #expect(
      corrections(insecure) == [
        "<meta property=\"og:url\" content=\"https://shop.example/socks/7?a&amp;b\">"
      ]
    )
  }

  @Test func correctingAPageLeavesNoFindings() {
    let html = """
      <meta property="al:ios:app_store_id" content="111">
      <meta property="al:ios:url" content="shop://socks/7">
      <meta property="al:android:package" content="com.example.shop">
      <link rel="canonical" href="https://shop.example/socks/7">
      <meta property="og:url" content="https://shop.example/socks/8">
      <meta name="apple-itunes-app" content="app-id=222, app-argument=shop://socks/8">
      <meta name="twitter:app:id:googleplay" content="com.example.old">
      <meta name="twitter:app:url:iphone" content="other://socks/7">
      """
    var lines = html.split(separator: "\n").map(String.init)
    for round in 0..<10 {
      guard let finding = findings(lines.joined(separator: "\n")).first else { break }
      #expect(round < 9, "\(finding)")
      guard let line = finding.line, let correction = finding.correction else {
        Issue.record("\(finding)")
        break
      }
      lines[line - 1] = correction
    }
    #expect(findings(lines.joined(separator: "\n")).isEmpty)
  }

  @Test func tagsThatReadersDoNotSeeDoNotCount() {
    let tag = "<meta name=\"apple-itunes-app\" content=\"app-id=222\">"
    let mine = "<meta property=\"al:ios:app_store_id\" content=\"111\">\n"
    for hidden in [
      "<!-- \(tag) -->", "<template>\(tag)</template>", "<noscript>\(tag)</noscript>",
      "<script>\(tag)</script>", "<title>\(tag)</title>", "<svg><style>\(tag)</style></svg>",
    ] {
      #expect(found(mine + hidden) == [] || hidden.contains("svg"), "\(hidden)")
    }
    #expect(found(mine + tag) == ["2:1 apple-itunes-app app-store-id-differs"])
  }

  @Test func valuesAreReadInTheCharsetOfThePage() {
    let html =
      Array("<meta property=\"al:ios:app_name\" content=\"K".utf8) + [0xE4]
      + Array("se\">\n<meta name=\"twitter:app:name:iphone\" content=\"K&auml;se\">".utf8)
    let type = "text/html; charset=iso-8859-1"
    let page = LinkedPage(html: html, url: "https://shop.example/", contentType: type)
    #expect(page.declarations.map(\.value) == ["Käse", "Käse"])
    #expect(ConsistencyLinter().lint(page).isEmpty)
  }

  @Test func hostsThatAreNotASCIIAreFound() {
    let html = "<link rel='canonical' href='https://bücher.example/7'>"
    let found = findings(html, url: "https://xn--bcher-kva.example/7")
    #expect(found.map(\.code) == [.hostNotASCII, .addressOnOtherHost])
    let correction = "<link rel=\"canonical\" href=\"https://xn--bcher-kva.example/7\">"
    #expect(found.map(\.correction) == [correction, correction])
  }

  @Test func messagesHideSecretsAndControlCharacters() {
    let html = """
      <meta property="al:ios:url" content="shop://a?token=secret">
      <meta name="twitter:app:url:iphone" content="shop://b?token=secret&#10;&#27;[31m">
      """
    let text = findings(html).map { $0.message + $0.advice }.joined()
    #expect(!text.isEmpty)
    #expect(!text.contains("secret"))
    #expect(!text.contains("\u{1B}") && !text.contains("\n"))
  }

  @Test func findingsAreLimited() {
    let tags = (0..<300).map { "<meta name='twitter:app:id:iphone' content='id\($0)'>" }
    let count = findings(tags.joined(separator: "\n")).count
    #expect(count == 100)
  }
}
