import AppLinksTool
import Foundation
import JSONValues
import Testing
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct ResolveCommandTests {
  private static let url = "https://shop.example/socks/7"

  @Test func printsTheDocumentedNamesInTheirOrder() async throws {
    let json = try JSONOutput(
      await ToolRun("resolve", "--json", Pages.socks, "--source", Self.url)
    )
    #expect(
      json.names == [
        "source", "final_url", "redirects", "status", "idiom", "targets", "web", "diagnostics",
      ]
    )
    #expect(json.names(behind: "\"targets\":") == ["url", "app_store_id", "app_name"])
    #expect(json["source"] == .string(Self.url))
    #expect(json["final_url"] == .null)
    #expect(json["redirects"] == [])
    #expect(json["status"] == .null)
    #expect(json["idiom"] == "phone")
    #expect(json["web"] == .string(Self.url))
    #expect(json["diagnostics"] == [])
    #expect(
      json["targets"] == [
        [
          "url": "shop2://socks/7?size=40&color=red", "app_store_id": "123456789",
          "app_name": "Shop",
        ],
        ["url": "shop://item/7", "app_store_id": "123456789", "app_name": "Shop (older)"],
      ]
    )
  }

  @Test(arguments: [
    ("phone", ["url", "app_store_id", "app_name"]),
    ("pad", ["url", "app_store_id", "app_name"]),
    ("other", ["url", "app_store_id", "app_name"]),
    ("android", ["url", "app_name", "package", "class"]),
    ("windows-phone", ["url", "app_name", "app_id"]),
    ("windows", ["url", "app_name", "app_id"]),
    ("windows-universal", ["url", "app_name", "app_id"]),
  ]
  )
  func aTargetHasTheKeysOfItsPlatform(idiom: String, keys: [String]) async throws {
    let platform = ["phone": "iphone", "pad": "ipad", "other": "ios"][idiom] ?? idiom
    let tag = "al:\(platform.replacing("-", with: "_")):url"
    let run = await ToolRun(
      "resolve",
      "--json",
      "--idiom",
      idiom,
      "-",
      input: Pages.html([tag: "a://"])
    )
    let json = try JSONOutput(run)
    #expect(json["idiom"] == .string(idiom))
    #expect(json["targets"]?.arrayValue?.count == 1)
    #expect(json.names(behind: "\"targets\":") == keys)
    var expected = Dictionary(uniqueKeysWithValues: keys.map { ($0, JSONValue.null) })
    expected["url"] = "a://"
    #expect(json["targets"]?[0] == .object(expected))
  }

  @Test func withoutSourceTheFallbackIsUnknownWithANote() async throws {
    let json = try JSONOutput(await ToolRun("resolve", "--json", Pages.socks))
    #expect(json["source"] == .null)
    #expect(json["web"] == .null)
    #expect(json["diagnostics"]?[0]?["code"] == "missing-source")
    #expect(json.names(behind: "\"diagnostics\":") == ["code", "message", "line", "column"])
    #expect(json["diagnostics"]?[0]?["line"] == .null)

    let page = Pages.html(["al:web:url": "https://web.example/"])
    let other = try JSONOutput(await ToolRun("resolve", "--json", "-", input: page))
    #expect(other["web"] == "https://web.example/")
    #expect(other["diagnostics"] == [])

    let none = Pages.html(["al:web:should_fallback": "false"])
    let forbidden = try JSONOutput(await ToolRun("resolve", "--json", "-", input: none))
    #expect(forbidden["web"] == .null)
    #expect(forbidden["diagnostics"] == [])
  }

  @Test func aRelativeFallbackIsResolvedAgainstThePage() async throws {
    let page = Pages.html(["al:web:url": "/m/7"])
    let run = await ToolRun("resolve", "--json", "-", "--source", Self.url, input: page)
    #expect(try JSONOutput(run)["web"] == "https://shop.example/m/7")
    let unknown = try JSONOutput(await ToolRun("resolve", "--json", "-", input: page))
    #expect(unknown["web"] == .null)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
    "blob:https://e.example/x", "shop://7", "https:evil.example",
  ]
  )
  func anInvalidFallbackIsReplacedByThePageWithADiagnostic(_ web: String) async throws {
    let page = Pages.html(["al:web:url": web])
    let code = web.hasPrefix("https:") ? "missing-host" : "web-url-not-web"
    let run = await ToolRun("resolve", "-", "--source", Self.url, input: page)
    #expect(run.lines.contains("Fallback  \(Self.url)"))
    #expect(run.output.contains("1:1  \(code)"))
    let json = try JSONOutput(
      await ToolRun("resolve", "--json", "-", "--source", Self.url, input: page)
    )
    #expect(json["web"] == .string(Self.url))
    #expect(json["diagnostics"]?[0]?["code"] == .string(code))
    let unknown = try JSONOutput(await ToolRun("resolve", "--json", "-", input: page))
    #expect(unknown["web"] == .null)
    #expect(
      unknown["diagnostics"]?.arrayValue?.map { $0["code"] } == [.string(code), "missing-source"]
    )
  }

  @Test func anIdiomCanHaveTheNameOfAnAppleDevice() async {
    for (alias, idiom) in [("ios", "phone"), ("iphone", "phone"), ("ipad", "pad")] {
      let run = await ToolRun("resolve", "--json", "--idiom", alias, Pages.socks)
      let other = await ToolRun("resolve", "--json", "--idiom", idiom, Pages.socks)
      #expect(run.code == 0)
      #expect(run.output == other.output)
    }
  }

  @Test func allDevicesSideBySideEachWithItsOwnResult() async throws {
    let page = Pages.html([
      "al:ios:url": "all://", "al:ipad:url": "pad://", "al:android:package": "a.b",
      "al:windows:app_id": "{1}",
    ])
    let options = ["--source", Self.url]
    let run = await ToolRun(["resolve", "--all", "-"] + options, input: Array(page.utf8))
    #expect(
      run.output == """
        Page      standard input
        Fallback  \(Self.url)

        Device             #  App     URL     Store ID or package
        phone              1  –       all://  –
        pad                1  –       pad://  –
        pad                2  –       all://  –
        other              1  –       all://  –
        android            1  –       –       a.b
        windows-phone      –  no app
        windows            1  –       –       {1}
        windows-universal  –  no app

        """
    )
    let json = try JSONOutput(
      await ToolRun(["resolve", "--all", "--json", "-"] + options, input: Array(page.utf8))
    )
    let devices = try #require(json["devices"]?.arrayValue)
    #expect(devices.count == 7)
    for device in devices {
      let idiom = try #require(device["idiom"]?.stringValue)
      let one = try JSONOutput(
        await ToolRun(
          ["resolve", "--json", "--idiom", idiom, "-"] + options,
          input: Array(page.utf8)
        )
      )
      #expect(device["targets"] == one["targets"])
      #expect(json["web"] == one["web"])
      #expect(json["diagnostics"] == one["diagnostics"])
    }
  }

  @Test func diagnosticsHavePositions() async throws {
    let json = try JSONOutput(
      await ToolRun("resolve", "--json", Pages.mistakes, "--source", Self.url)
    )
    let first = json["diagnostics"]?[0]
    #expect(first?["code"] == "name-instead-of-property")
    #expect(first?["line"] == 6)
    #expect(first?["column"] == 3)
    let text = await ToolRun("resolve", Pages.mistakes)
    #expect(text.output.contains("6:3   name-instead-of-property"))
  }

  @Test func aTableForPeople() async {
    let run = await ToolRun("resolve", "--idiom", "android", Pages.socks, "--source", Self.url)
    #expect(run.lines.contains("#  App   URL             Package           Class"))
    #expect(run.lines.contains("1  Shop  shop://socks/7  com.example.shop  –"))
  }

  @Test func aDeviceWithoutAnAppListsThePlatformsOfThePage() async {
    let run = await ToolRun("resolve", "--idiom", "windows", Pages.socks)
    #expect(run.code == 0)
    #expect(run.output.contains("No app for windows. The page has tags for: android, ios."))
    let plain = await ToolRun("resolve", "-", input: "<p>Hello")
    #expect(plain.code == 0)
    #expect(plain.output.contains("no App Links tags"))
  }

  @Test func theURLOfAnAppIsItsOwnTargetOnEveryDevice() async throws {
    let json = try JSONOutput(await ToolRun("resolve", "--json", "--idiom", "android", "shop://7"))
    #expect(json["source"] == "shop://7")
    #expect(json["targets"]?[0]?["url"] == "shop://7")
    #expect(json["targets"]?[0]?["package"] == .null)
    #expect(json["web"] == .null)
    let refused = await ToolRun("resolve", "javascript:alert(1)")
    #expect(refused.code == 64)
    #expect(refused.errors.count == 1)
  }

  // MARK: Bad input

  @Test func anUnreadablePageIsAnErrorOnOneLineWithTheCode2() async {
    let missing = await ToolRun("resolve", "no/such.html")
    #expect(missing.code == 2)
    #expect(missing.errors.count == 1)
    #expect(missing.errors.first?.hasPrefix("applinks: The file 'no/such.html' does not") == true)
    let folder = await ToolRun("resolve", Pages.folder.path)
    #expect(folder.code == 2)
    #expect(folder.errors.first?.contains("is a folder") == true)
    let empty = await ToolRun("resolve", "-")
    #expect(empty.code == 2)
    #expect(empty.errors.first?.hasPrefix("applinks: Standard input is empty.") == true)
  }

  @Test(arguments: [0, 1, 2])
  func bytesThatAreNotAPageHaveNoTags(seed: Int) async throws {
    var state = UInt64(seed) + 1
    let bytes = (0..<100_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let json = try JSONOutput(await ToolRun(["resolve", "--json", "-"], input: bytes))
    #expect(json["targets"] == [])
  }

  @Test(arguments: [["--json"], []])
  func tagsInAPageCannotControlTheTerminal(options: [String]) async {
    let page = Pages.html(["al:ios:url": "a://\u{1B}[2J\u{202E}", "al:ios:app_name": "A\nB\u{7F}"])
    let run = await ToolRun(["resolve", "-"] + options, input: Array(page.utf8))
    #expect(
      run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{7F}" }
    )
    #expect(!run.output.contains("A\nB"))
    #expect(!run.output.unicodeScalars.contains("\u{202E}"))
  }

  // MARK: The web

  @Test func loadsFromAServerFollowsItsRedirectAndSendsHeaderFields() async throws {
    let server = try PageServer { request in
      if request.hasPrefix("GET /old ") {
        return
          "HTTP/1.1 301 Moved\r\nLocation: new\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      }
      let isAsked = request.contains("Prefer-Html-Meta-Tags: al\r\n")
      let isTold = request.contains("X-Test: yes\r\n")
      return PageServer.page(Pages.html(["al:ios:url": isAsked && isTold ? "yes://" : "no://"]))
    }
    let url = server.url("/old")
    let json = try JSONOutput(
      await ToolRun("resolve", "--json", url, "--header", "X-Test: yes", "--timeout", "20")
    )
    #expect(json["source"] == .string(url))
    #expect(json["final_url"] == .string(server.url("/new")))
    #expect(json["status"] == 200)
    #expect(json["web"] == .string(url))
    #expect(json["targets"]?[0]?["url"] == "yes://")
  }

  @Test func showsRedirectsInTextAndInJSON() async throws {
    let server = try PageServer { request in
      for (from, to) in [("a", "b"), ("b", "c?x=1"), ("c?x=1", "d")]
      where request.hasPrefix("GET /\(from) ") {
        return "HTTP/1.1 302 Found\r\nLocation: \(to)\r\nContent-Length: 0\r\n"
          + "Connection: close\r\n\r\n"
      }
      return PageServer.page(Pages.html(["al:ios:url": "a://"]))
    }
    let way = ["/a", "/b", "/c?x=1", "/d"].map(server.url)
    let json = try JSONOutput(await ToolRun("resolve", "--json", way[0]))
    #expect(json["redirects"] == .array(way.dropLast().map { .string($0) }))
    #expect(json["final_url"] == .string(way[3]))
    let text = await ToolRun("resolve", way[0])
    #expect(
      text.output.hasPrefix(
        """
        Page      \(way[0])
        Through   \(way[1])
        Through   \(way[2])
        Led to    \(way[3])
        Device    phone
        """
      )
    )
    let open = await ToolRun("open", way[0])
    #expect(
      open.output.hasPrefix(
        "\(way[0]) on phone\nThrough  \(way[1])\nThrough  \(way[2])\nLed to   \(way[3])\n\n"
      )
    )
    #expect(
      try JSONOutput(await ToolRun("open", "--json", way[0]))["redirects"] == json["redirects"]
    )
    let lint = await ToolRun("lint", "--json", way[0])
    let page = try JSONValue(parsing: lint.output)["pages"]?[0]
    #expect(page?["redirects"] == json["redirects"])
    #expect(page?["final_url"] == json["final_url"])
  }

  @Test func requestsTheURLAsWrittenWithEveryCharacterEscapedOnce() async throws {
    let server = try PageServer { request in
      let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return PageServer.page(Pages.html(["al:ios:url": "shop:" + target]))
    }
    for (path, asked) in [
      ("/caf\u{e9}%20bar", "/caf%C3%A9%20bar"), ("/?a=b|c%26d", "/?a=b%7Cc%26d"),
      ("/100%?a=[1]%5B", "/100%25?a=%5B1%5D%5B"),
    ] {
      let run = await ToolRun("resolve", "--json", server.url(path))
      let json = try JSONOutput(run)
      #expect(json["targets"]?[0]?["url"] == .string("shop:" + asked))
      #expect(json["source"] == .string(server.url(path)))
      #expect(json["web"] == .string(server.url(path)))
    }
  }

  @Test func aServerWithoutAResponseTimesOut() async throws {
    let server = try PageServer { _ in nil }
    let run = await ToolRun("resolve", server.url("/"), "--timeout", "0.2")
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("try again later") == true)
  }

  @Test func anUnreachableServerIsAnErrorThatSaysWhatToDo() async throws {
    let port = try PageServer { _ in nil }.port
    let run = await ToolRun("resolve", "http://127.0.0.1:\(port)/?token=s3cret")
    #expect(run.code == 2)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("check the network") == true)
    #expect(run.errors.first?.contains("s3cret") == false)
  }
}
