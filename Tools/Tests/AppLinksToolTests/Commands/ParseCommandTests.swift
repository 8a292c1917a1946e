import AppLinksTool
import JSONValues
import Testing
import ToolTestSupport

@Suite struct ParseCommandTests {
  private static let data =
    "%7B%22target_url%22%3A%22https%3A%2F%2Fshop.example%2F%22%2C%22extras%22%3A%7B"
    + "%22coupon%22%3A%22A1%22%2C%22access_token%22%3A%22s3cret%22%7D%2C%22referer_app_link%22%3A%7B"
    + "%22url%22%3A%22mail%3A%2F%2Fb%3Ftoken%3Ds3cret%22%2C%22app_name%22%3A%22Mail%22%7D%7D"

  private static let link = "shop://socks?password=s3cret&ref=mail&al_applink_data=\(data)"

  @Test func printsTheDocumentedNamesInTheirOrderWithNullForMissingValues() async throws {
    let json = try JSONOutput(await ToolRun("parse", "--json", "http://shop.example?foo&bar=a%20b"))
    #expect(
      json.names == [
        "input", "is_app_link", "version", "target", "query", "target_query", "data", "extras",
        "referer", "recovered",
      ]
    )
    #expect(
      json.value == [
        "input": "http://shop.example?foo&bar=a%20b", "is_app_link": false, "version": nil,
        "target": "http://shop.example?foo&bar=a%20b", "query": [["foo", nil], ["bar", "a b"]],
        "target_query": [["foo", nil], ["bar", "a b"]], "data": nil, "extras": nil,
        "referer": nil, "recovered": [],
      ]
    )
  }

  @Test func jsonContainsTheReceivedDataWithUrlBeforeNameInAReferrer() async throws {
    let json = try JSONOutput(await ToolRun("parse", "--json", Self.link))
    #expect(json["input"] == .string(Self.link))
    #expect(json["version"] == "1.0")
    #expect(json["extras"] == ["coupon": "A1", "access_token": "s3cret"])
    #expect(json["query"]?[0] == ["password", "s3cret"])
    #expect(json["referer"] == ["url": "mail://b?token=s3cret", "app_name": "Mail"])
    #expect(json.names(behind: "\"referer\":") == ["url", "app_name"])
  }

  @Test func textHidesSecretsByDefaultAndShowsAllOtherData() async {
    let run = await ToolRun("parse", Self.link)
    #expect(run.code == 0)
    #expect(!run.output.contains("s3cret"))
    #expect(run.output.contains("--show-secrets"))
    for text in ["https://shop.example/", "coupon", "A1", "Mail", "redacted"] {
      #expect(run.output.contains(text))
    }
    let open = await ToolRun("parse", "--show-secrets", Self.link)
    #expect(open.output.contains("\"access_token\": \"s3cret\""))
    #expect(!open.output.contains("redacted"))
  }

  @Test func jsonCanBeRedacted() async throws {
    let run = await ToolRun("parse", "--json", "--hide-secrets", Self.link)
    #expect(!run.output.contains("s3cret"))
    #expect(try JSONOutput(run)["extras"] == ["coupon": "A1", "access_token": "redacted"])
  }

  @Test func noMentionOfSecretsWhereThereAreNone() async {
    let run = await ToolRun(
      "parse",
      "shop://a?al_applink_data=%7B%22extras%22%3A%7B%22a%22%3A1%7D%7D"
    )
    #expect(!run.output.contains("ecrets"))
  }

  @Test func repairsAreListedByTheirCodes() async throws {
    let url = #"shop://x?al_applink_data={"target_url":"https://e.com/?a=1&b=2"}&c=3"#
    let json = try JSONOutput(await ToolRun("parse", "--json", url))
    #expect(json["is_app_link"] == true)
    #expect(json["target"] == "https://e.com/?a=1&b=2")
    #expect(json["recovered"] == ["data-cut"])
    let text = await ToolRun("parse", url)
    #expect(text.output.contains("data-cut"))
  }

  @Test(arguments: [
    #"shop://x?a=1&al_applink_data={"extras":{"a":"b&c","access_token":"s3cret"}}"#,
    #"shop://x?a=1&al_applink_data={"access_token":"a&b=s3cret","extras":{}}&d=s3cret"#,
    #"shop://x?a=1&al_applink_data={"target_url":"http://e.com/#a","token":"s3cret"}"#,
  ]
  )
  func secretsInTruncatedDataAreHidden(url: String) async throws {
    let run = await ToolRun("parse", url)
    #expect(run.output.contains("data-cut"))
    #expect(!run.output.contains("s3cret"), "\(run.output)")
    #expect(run.output.contains("a                1\n"))
    let json = await ToolRun("parse", "--json", "--hide-secrets", url)
    #expect(!json.output.contains("s3cret"), "\(json.output)")
    let all = try JSONOutput(await ToolRun("parse", "--json", url))
    #expect(all["input"] == .string(url))
    #expect(all["query"]?.arrayValue?.count == url.prefix { $0 != "#" }.count { $0 == "&" } + 1)
  }

  @Test func anUnsupportedVersionIsNotAnAppLinkButItsDataIsShown() async throws {
    let url = "shop://?al_applink_data=%7B%22version%22%3A%222.0%22%2C%22extras%22%3A%7B%7D%7D"
    let json = try JSONOutput(await ToolRun("parse", "--json", url))
    #expect(json["is_app_link"] == false)
    #expect(json["version"] == "2.0")
    #expect(json["data"] == ["version": "2.0", "extras": [:]])
    #expect(json["extras"] == .null)
    #expect(json["target"] == .string(url))
  }

  @Test func readsTheURLFromStandardInputWithoutTheLineBreak() async throws {
    let run = await ToolRun("parse", "--json", "-", input: "\n  shop://a?b=1 \nrest\n")
    #expect(try JSONOutput(run)["input"] == "shop://a?b=1")
  }

  @Test(arguments: [[""], ["-"]])
  func nothingToReadIsAnErrorThatSaysWhatToDo(arguments: [String]) async {
    let run = await ToolRun(["parse"] + arguments)
    #expect(run.code == 64)
    #expect(
      run.errors == [
        "applinks: The URL is missing. Specify one, in quotes because of its '&'."
      ]
    )
  }

  @Test(arguments: [["--json"], []])
  func aLinkCannotControlTheTerminal(options: [String]) async {
    let run = await ToolRun(["parse"] + options + ["shop://a?%1b[31m=%C2%9B%E2%80%AE"])
    #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!run.output.unicodeScalars.contains("\u{9B}"))
    #expect(!run.output.unicodeScalars.contains("\u{202E}"))
  }
}
