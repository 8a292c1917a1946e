import AppLinksTool
import JSONValues
import Testing
import ToolTestSupport

@Suite struct TagsCommandTests {
  @Test func writesOnlyEscapedTags() async {
    let run = await ToolRun(
      "tags",
      "--ios-url",
      "shop://7?a=1&b=2",
      "--ios-app-store-id",
      "5",
      "--ios-app-name",
      #"Shop & "Co""#,
      "--web-url",
      "https://shop.example/7",
      "--indent",
      "2"
    )
    #expect(run.code == 0)
    #expect(run.errors == [])
    #expect(
      run.output == """
          <meta property="al:ios:url" content="shop://7?a=1&amp;b=2">
          <meta property="al:ios:app_store_id" content="5">
          <meta property="al:ios:app_name" content="Shop &amp; &quot;Co&quot;">
          <meta property="al:web:url" content="https://shop.example/7">

        """
    )
  }

  @Test(arguments: [
    ("phone", "--iphone-url", "url"), ("pad", "--ipad-app-name", "app_name"),
    ("other", "--ios-app-store-id", "app_store_id"), ("android", "--android-url", "url"),
    ("android", "--android-package", "package"), ("android", "--android-class", "class"),
    ("android", "--android-app-name", "app_name"),
    ("windows-phone", "--windows-phone-url", "url"),
    ("windows", "--windows-app-id", "app_id"),
    ("windows-universal", "--windows-universal-app-name", "app_name"),
  ]
  )
  func resolveReadsWhatTagsWrote(idiom: String, option: String, key: String) async throws {
    let platform = option.dropFirst(2).replacing("-\(key.replacing("_", with: "-"))", with: "")
    let values = [
      "url": "shop://7", "app_store_id": "5", "package": "com.example.shop",
      "class": "com.example.shop.Main", "app_id": "a14e93aa-27c7-df11-a844-00237de2db9f",
      "app_name": "Shop é",
    ]
    let needed = idiom == "android" ? "package" : "url"
    var arguments = ["tags", "--ascii", "--xhtml", "--no-web-fallback"]
    for key in Set([key, needed]) {
      arguments += ["--\(platform)-\(key.replacing("_", with: "-"))", values[key] ?? ""]
    }
    let tags = await ToolRun(arguments)
    #expect(tags.code == 0)
    #expect(tags.output.utf8.allSatisfy { $0 < 0x80 })
    let run = await ToolRun("resolve", "--json", "--idiom", idiom, "-", input: tags.output)
    let target = try JSONOutput(run)["targets"]?[0]
    #expect(target?[key]?.stringValue == values[key])
    #expect(try JSONOutput(run)["web"] == .null)
  }

  @Test func aMistakeIsAnErrorThatNamesTheOption() async {
    let run = await ToolRun("tags", "--ios-url", "a b", "--windows-phone-app-id", "7")
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errors.count == 3)
    #expect(run.errors.contains { $0.hasPrefix("applinks: --ios-url: 'a b' is not a URL.") })
    #expect(run.errors.contains { $0.hasPrefix("applinks: --windows-phone-url: ") })
    #expect(run.errors.contains { $0.hasPrefix("applinks: --windows-phone-app-id: '7' ") })
  }

  @Test func placeholdersOfATemplateAreDeclared() async {
    let url = ["tags", "--ios-url", "shop://socks/{{id}}?a=1&b={{size}}"]
    let refused = await ToolRun(url + ["--placeholder", "{{id}}"])
    #expect(refused.code == 64)
    #expect(refused.output == "")
    let run = await ToolRun(url + ["--placeholder", "{{id}}", "--placeholder", "{{size}}"])
    #expect(run.code == 0)
    let tag = #"<meta property="al:ios:url" content="shop://socks/{{id}}?a=1&amp;b={{size}}">"#
    #expect(run.output == tag + "\n")
    let empty = await ToolRun(url + ["--placeholder", ""])
    #expect(empty.code == 64)
  }

  @Test func warningsArePrintedAndTheTagsAreStillWritten() async {
    let run = await ToolRun("tags", "--ios-url", "shop_v2://7")
    #expect(run.code == 0)
    #expect(run.output == #"<meta property="al:ios:url" content="shop_v2://7">"# + "\n")
    #expect(
      run.errors.contains { $0.hasPrefix("applinks: warning: --ios-url: The scheme 'shop_v2'") }
    )
  }
}
