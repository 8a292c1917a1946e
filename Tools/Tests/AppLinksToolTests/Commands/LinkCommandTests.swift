import AppLinksTool
import JSONValues
import Testing
import ToolTestSupport

@Suite struct LinkCommandTests {
  @Test func printsOnlyTheURLOnOneLine() async {
    let run = await ToolRun(
      "link",
      "--target",
      "shop://",
      "--source",
      "https://shop.example/",
      "--user-agent",
      "UA"
    )
    let data =
      "%7B%22extras%22%3A%7B%7D%2C%22target_url%22%3A%22https%3A%2F%2Fshop.example%2F%22%2C"
      + "%22user_agent%22%3A%22UA%22%2C%22version%22%3A%221.0%22%7D"
    #expect(run.output == "shop://?al_applink_data=\(data)\n")
    #expect(run.errors == [])
    #expect(run.code == 0)
  }

  @Test func parseReadsWhatLinkWrote() async throws {
    let link = await ToolRun(
      "link",
      "--target",
      "shop://socks?al_applink_data=old&a=1#top",
      "--source",
      "https://shop.example/s?x=1&y=2",
      "--extras",
      #"{"n": 1, "t": true, "u": "é😀\"\\/", "deep": [{"a": null}]}"#,
      "--data",
      #"{"foo": 1.5, "referer_app_link": {"url": "mail://", "app_name": "Mail"}}"#
    )
    let url = String(link.output.dropLast())
    #expect(url.hasSuffix("#top"))
    let json = try JSONOutput(await ToolRun("parse", "--json", url))
    #expect(json["is_app_link"] == true)
    #expect(json["target"] == "https://shop.example/s?x=1&y=2")
    #expect(json["target_query"] == [["x", "1"], ["y", "2"]])
    #expect(json["query"]?[0] == ["a", "1"])
    #expect(json["extras"] == ["n": 1, "t": true, "u": "é😀\"\\/", "deep": [["a": nil]]])
    #expect(json["data"]?["foo"] == 1.5)
    #expect(json["referer"] == ["url": "mail://", "app_name": "Mail"])
  }

  @Test func keepsATargetThatFoundationDoesNotAccept() async {
    let run = await ToolRun(
      "link",
      "--target",
      "app_v2://users:24x",
      "--source",
      "https://shop.example/"
    )
    #expect(run.output.hasPrefix("app_v2://users:24x?al_applink_data=%7B"))
  }

  @Test(arguments: [
    (["--extras", "{bad}"], "line 1, column 2"),
    (["--extras", "[1]"], "not an object"),
    (["--data", ""], "end of the text"),
    (["--target", "shop"], "no scheme"),
    (["--target", "a://b c"], "Write '%20'"),
    (["--target", "https://"], "no host"),
  ]
  )
  func reportsAnInvalidOptionOnOneLine(option: [String], hint: String) async {
    let run = await ToolRun(
      ["link", "--target", "shop://", "--source", "https://shop.example/"] + option
    )
    #expect(run.output == "")
    #expect(run.code == 64)
    #expect(run.errors.count == 1)
    #expect(run.errors[0].hasPrefix("applinks: ") && run.errors[0].contains(hint), "\(run.errors)")
    #expect(run.errors[0].hasSuffix("See 'applinks link --help'."))
  }

  @Test func refusesDataThatExceedsTheMaximumLength() async {
    let extras = #"{"a": "\#(String(repeating: "x", count: 40_000))"}"#
    let run = await ToolRun(
      "link",
      "--target",
      "shop://",
      "--source",
      "https://shop.example/",
      "--extras",
      extras
    )
    #expect(run.output == "")
    #expect(run.code == 64)
    #expect(run.errors.first?.contains("Send less") == true)
  }

  @Test(arguments: ["--target", "--source"])
  func refusesURLsThatAppsNeverOpen(_ option: String) async {
    for url in ["javascript:alert(1)", "file:///etc/passwd", "intent:#Intent;end"] {
      let other = option == "--target" ? "--source" : "--target"
      let run = await ToolRun("link", option, url, other, "shop://7")
      #expect(run.code == 64)
      #expect(run.output == "")
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.contains("\(option): apps never open the scheme '") == true)
    }
  }

  @Test func warnsAboutAURLThatAppsDoNotOpenWithoutAsking() async {
    let run = await ToolRun("link", "--target", "tel:1", "--source", "https://shop.example/")
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("tel:1?al_applink_data="))
    #expect(run.errors.first?.contains("warning: --target: apps open 'tel' only if") == true)
  }
}
