import AppLinksTool
import JSONValues
import Testing
import ToolTestSupport

@Suite struct OpenCommandTests {
  private static let source = ["--source", "https://shop.example/socks/7"]

  @Test func triesTheAppsInOrderAndOpensTheFirstInstalledOne() async {
    let run = await ToolRun(["open", Pages.socks, "--installed", "fb,shop"] + Self.source)
    #expect(run.code == 0)
    #expect(run.lines.contains { $0.hasPrefix("1  Shop") && $0.hasSuffix("not installed") })
    #expect(run.lines.contains { $0.hasPrefix("2  Shop (older)") && $0.hasSuffix("opens") })
    #expect(run.lines.contains { $0.hasPrefix("3  the web page") && $0.hasSuffix("not reached") })
    #expect(run.output.contains("\n  shop://item/7?al_applink_data=%7B"))
  }

  @Test func fallsBackToTheWebWithoutAnInstalledApp() async {
    let run = await ToolRun(["open", Pages.socks] + Self.source)
    #expect(run.code == 0)
    #expect(
      run.output.contains("Opens the web page by\n  https://shop.example/socks/7?al_applink_data=")
    )
  }

  @Test(arguments: [
    (["--installed", "shop2"], "phone"), (["--installed", "a,SHOP2://"], "phone"),
    (["--installed", "a", "--installed", "shop2:"], "phone"),
    (["--installed", "a , SHOP2:// "], "phone"),
    (["--installed", "com.example.shop"], "android"),
  ]
  )
  func appsAreNamedBySchemePackageOrHostSeparatedOrRepeated(options: [String], idiom: String) async
  {
    let run = await ToolRun(["open", Pages.socks, "--idiom", idiom] + options + Self.source)
    #expect(
      run.lines.contains { $0.hasPrefix("1  Shop") && $0.hasSuffix("opens") },
      "\(run.output)"
    )
  }

  @Test func aUniversalLinkOpensByItsHost() async {
    let page = Pages.html(["al:ios:url": "https://www.shop.example/7"])
    let arguments = ["open", "-", "--installed", "www.shop.example"] + Self.source
    let run = await ToolRun(arguments, input: Array(page.utf8))
    #expect(run.output.contains("1  an app (universal link)  https://www.shop.example/7"))
    #expect(run.lines.contains { $0.hasPrefix("1 ") && $0.hasSuffix("opens") })
  }

  @Test func targetsThatThePolicyRefusesAreSkippedWithAReason() async {
    let page = Pages.html(["al:ios:url": "javascript:alert(1)", "al:web:should_fallback": "no"])
    let run = await ToolRun("open", "-", "--installed", "javascript", input: page)
    #expect(run.code == 1)
    #expect(run.output.contains("refused-by-policy"))
    #expect(run.output.hasSuffix("Nothing opens.\n"))
  }

  @Test(arguments: ["https:evil.example", "http:/x"]
  )
  func aWebPageWithoutAHostIsNotAStep(_ url: String) async {
    let page = Pages.html(["al:ios:url": url, "al:web:url": url])
    let run = await ToolRun(
      ["open", "-", "--installed", "evil.example,x"] + Self.source,
      input: Array(page.utf8)
    )
    #expect(run.output.contains("'\(url)' has no host."))
    #expect(run.lines.contains("1  the web page  https://shop.example/socks/7  opens"))
  }

  @Test func jsonContainsTheStepsTheirResultsAndWhatOpens() async throws {
    let page = Pages.html([
      "al:ios:url": "javascript:x", "al:ios:app_name": "A", "al:ios": "",
      "al:iphone:url": "tel:1", "al:iphone:app_name": "B",
    ])
    let run = await ToolRun(
      ["open", "--json", "-", "--installed", "tel"] + Self.source,
      input: Array(page.utf8)
    )
    let json = try JSONOutput(run)
    #expect(json["outcome"] == "unknown")
    #expect(json["opens"]?.stringValue?.hasPrefix("tel:1?al_applink_data=") == true)
    let steps = json["steps"]?.arrayValue ?? []
    #expect(steps.map { $0["kind"] } == ["app", "web"])
    #expect(steps.map { $0["app_name"] } == ["B", nil as JSONValue])
    #expect(steps.map { $0["asks_user"] } == [true, false])
    #expect(steps.map { $0["result"] } == ["unknown", "opens"])
    #expect(json["left_out"]?[0]?["code"] == "refused-by-policy")
    #expect(json["left_out"]?[0]?["target"] == 1)

    let nothing = await ToolRun("open", "--json", "shop://7")
    #expect(nothing.code == 1)
    let value = try JSONValue(parsing: nothing.output)
    #expect(value["outcome"] == "nothing")
    #expect(value["opens"] == .null)
    #expect(value["steps"]?[0]?["result"] == "not-installed")
  }

  @Test func allDevicesSideBySide() async throws {
    let options = ["--installed", "shop,com.example.shop"] + Self.source
    let run = await ToolRun(["open", "--all", Pages.socks] + options)
    #expect(run.code == 0)
    #expect(
      run.output == """
        \(Pages.socks) on every device

        Device             Opens         URL
        phone              Shop (older)  shop://item/7
        pad                Shop (older)  shop://item/7
        other              Shop (older)  shop://item/7
        android            Shop          shop://socks/7
        windows-phone      the web page  https://shop.example/socks/7
        windows            the web page  https://shop.example/socks/7
        windows-universal  the web page  https://shop.example/socks/7

        """
    )
    let json = try JSONOutput(await ToolRun(["open", "--all", "--json", Pages.socks] + options))
    let outcomes = json["devices"]?.arrayValue?.map { $0["outcome"] }
    #expect(outcomes == ["app", "app", "app", "app", "web", "web", "web"])
    let nothing = await ToolRun("open", "--all", "shop://7")
    #expect(nothing.code == 1)
    let some = await ToolRun("open", "--all", "-", input: Pages.html(["al:ios:url": "tel:1"]))
    #expect(some.code == 1)
    #expect(some.lines.contains { $0.hasPrefix("android ") && $0.contains(" nothing ") })
  }

  @Test func aTelephoneCallRequiresAConfirmation() async {
    let page = Pages.html(["al:ios:url": "tel:+15550100"])
    let run = await ToolRun(
      ["open", "-", "--installed", "tel"] + Self.source,
      input: Array(page.utf8)
    )
    #expect(run.code == 0)
    #expect(run.output.contains("asks the user first"))
    #expect(run.output.contains("if the user agrees"))
  }

  @Test func theAppStoreIsAStepOnRequest() async {
    let never = await ToolRun(["open", Pages.socks] + Self.source)
    #expect(!never.output.contains("App Store"))
    let before = await ToolRun(["open", Pages.socks, "--store", "before-web"] + Self.source)
    #expect(
      before.output.contains("Opens the App Store by\n  https://apps.apple.com/app/id123456789\n")
    )
  }

  @Test func aDeviceWithoutAnAppListsThePlatformsOfThePage() async {
    let run = await ToolRun(["open", Pages.socks, "--idiom", "windows"] + Self.source)
    #expect(run.output.contains("\nNo app for windows. The page has tags for: android, ios.\n"))
    let some = await ToolRun(["open", Pages.socks] + Self.source)
    #expect(!some.output.contains("No app for"))
  }

  @Test func theURLOfAnAppIsOpenedDirectlyWithExtras() async {
    let run = await ToolRun("open", "shop://7", "--installed", "shop", "--extras", #"{"a": "b"}"#)
    #expect(run.code == 0)
    #expect(
      run.output.contains("shop://7?al_applink_data=%7B%22extras%22%3A%7B%22a%22%3A%22b%22%7D")
    )
  }

  @Test func theSourceIsSentAsWrittenWithEveryCharacterEscapedOnce() async {
    let source = "https://shop.example/caf\u{e9}%20bar?a=b|c"
    let run = await ToolRun("open", "-", "--source", source, input: "<p>Hello")
    #expect(run.output.contains("https://shop.example/caf%C3%A9%20bar?a=b%7Cc&al_applink_data="))
  }

  @Test func anInvalidFallbackIsNotReplacedForAPageWithAnUnknownURL() async {
    for web in ["javascript:alert(1)", "shop://7"] {
      let run = await ToolRun("open", "-", input: Pages.html(["al:web:url": web]))
      #expect(run.code == 1)
      #expect(!run.output.contains("unknown.invalid"))
      #expect(run.output.contains("missing-source"))
    }
  }

  @Test func aFileWithAnUnknownURLHasNoWebPageAndANote() async {
    let run = await ToolRun("open", Pages.socks)
    #expect(run.code == 1)
    #expect(run.output.contains("missing-source"))
    #expect(!run.output.contains("no-web-fallback"))
  }
}
