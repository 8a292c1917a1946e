import AppLinksPublishing
import Foundation
import JSONValues
import Testing
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct WhyCommandTests {
  private let url = "https://shop.example/socks/7"

  @Test func theStatesOfBothPlatformsAreExplainedByRule() async throws {
    let server = try PageServer { request in
      SiteFiles.answer(
        request,
        apple: SiteFiles.apple(#"{"/":"/socks/*"}"#),
        android: SiteFiles.android()
      )
    }
    let run = await ToolRun("why", url, "--server", server.url(""))
    #expect(run.code == 0 && run.errors == [])
    #expect(run.lines.first == "https://shop.example/socks/7")
    let apple = run.lines.first { $0.hasPrefix("  installed, in another app  ") } ?? ""
    #expect(apple.contains(SiteFiles.shop))
    #expect(apple.contains(#"line 1, details[0].components[0] {"/":"/socks/*"}"#))
    #expect(
      run.lines.contains { $0.hasPrefix("  installed, in another app, Android 15 and later") }
    )
    #expect(run.lines.contains { $0.hasPrefix("  not installed") && $0.contains("the browser") })
  }

  @Test func nothingOpensWithoutARule() async throws {
    let server = try PageServer { request in
      SiteFiles.answer(request, apple: SiteFiles.apple(#"{"/":"/buy/*"}"#))
    }
    let run = await ToolRun("why", url, "--server", server.url(""))
    #expect(run.code == 1)
    #expect(run.output.contains("no rule matches"))
    #expect(run.output.contains("does not match: the path '/socks/7'"))
    #expect(run.output.contains("no usable 'assetlinks.json'"))
    #expect(run.output.contains("[file-status]"))
  }

  @Test func filesOfTheCommandLineNeedNoServer() async throws {
    let file = SiteFiles.apple(#"{"/":"/socks/*","exclude":true}"#)
    let run = await ToolRun("why", url, "--apple-file", "-", input: file)
    #expect(run.code == 1)
    #expect(run.output.contains("a rule excludes it; line 1, details[0].components[0]"))
    let both = await ToolRun(
      "why",
      url,
      "--apple-file",
      "-",
      "--android-file",
      Pages.path(".well-known/assetlinks.json"),
      input: file
    )
    #expect(both.code == 0)
  }

  @Test func theAppsAreComparedWithTheFiles() async throws {
    let server = try PageServer { request in
      SiteFiles.answer(
        request,
        apple: SiteFiles.apple("{}"),
        android: SiteFiles.android()
      )
    }
    let run = await ToolRun(
      "why",
      url,
      "--server",
      server.url(""),
      "--apps",
      Pages.path("apps.json")
    )
    #expect(run.code == 0)
    #expect(run.output.contains("[missing-fingerprint]"))
  }

  @Test func theCopyOfACDNIsCompared() async throws {
    let server = try PageServer { request in
      if request.hasPrefix("GET /copies/shop.example ") {
        return SiteFiles.response(SiteFiles.apple(#"{"/":"/old/*"}"#))
      }
      return SiteFiles.answer(request, apple: SiteFiles.apple(#"{"/":"/socks/*"}"#))
    }
    let arguments = ["why", url, "--server", server.url("")]
    #expect(await !ToolRun(arguments).output.contains("[cdn-copy-differs]"))
    let run = await ToolRun(arguments + ["--cdn", server.url("/copies")])
    #expect(run.output.contains("[cdn-copy-differs]"))
    let failing = await ToolRun(arguments + ["--cdn", server.url("/nothing/")])
    #expect(failing.output.contains("[file-status]"))
  }

  @Test func aVerifierThatIsRefusedIsFound() async throws {
    let server = try PageServer { request in
      let isVerifier =
        request.contains("User-Agent: AASA-Bot") || request.contains("user-agent: AASA-Bot")
      if isVerifier { return "HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
      return SiteFiles.answer(request, apple: SiteFiles.apple("{}"))
    }
    let run = await ToolRun("why", url, "--server", server.url(""))
    #expect(run.output.contains("[verifier-refused]"))
  }

  @Test func theOutputForProgramsConformsToItsSchema() async throws {
    let server = try PageServer { request in
      SiteFiles.answer(
        request,
        apple: SiteFiles.apple(#"{"/":"/buy/*"},{"/":"/socks/*"}"#),
        android: SiteFiles.android()
      )
    }
    let file = Pages.root.appending(path: "Tools/Schemas/why.schema.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let schema = JSONSchema(try JSONOutput.value(of: text))
    let json = try JSONOutput(await ToolRun("why", url, "--json", "--server", server.url("")))
    #expect(schema.problems(with: json.value) == [])
    #expect(json["taps"]?[0]?["outcome"] == "app")
    #expect(json["apple"]?[0]?["compared"]?.arrayValue?.count == 2)
    #expect(json.names == ["url", "taps", "apple", "android", "findings"])
  }

  @Test func secretsAreHidden() async throws {
    let server = try PageServer { SiteFiles.answer($0, apple: SiteFiles.apple("{}")) }
    let link = url + "?token=geheim"
    let run = await ToolRun("why", link, "--server", server.url(""))
    #expect(!run.output.contains("geheim"))
    let shown = await ToolRun("why", link, "--server", server.url(""), "--show-secrets")
    #expect(shown.output.contains("geheim"))
  }

  @Test(arguments: ["shop://7", "shop.example", "https://"])
  func onlyWebLinksAreExplained(_ url: String) async {
    #expect(await ToolRun("why", url).code == 64)
  }

  @Test(arguments: ["shop.example", "http://h/x", "ftp://h", "http://"])
  func aServerIsASchemeAHostAndAPort(_ server: String) async {
    #expect(await ToolRun("why", url, "--server", server).code == 64)
  }

  @Test func aHostThatDoesNotAnswerHasTheReason() async {
    let run = await ToolRun("why", url, "--server", "http://127.0.0.1:1")
    #expect(run.code == 1)
    #expect(run.output.contains("[file-not-loaded]"))
  }

  @Test func aDomainWithAWildcardAnswersForSubdomains() async throws {
    let site = try PageServer { request in
      SiteFiles.answer(
        request,
        apple: SiteFiles.apple(#"{"/":"/socks/*"}"#),
        android: SiteFiles.android()
      ) ?? SiteFiles.missing
    }
    let url = "https://de.shop.example/socks/7"
    let arguments = ["why", url, "--server", site.url(""), "--domain"]
    let run = await ToolRun(arguments + ["*.shop.example"])
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains(SiteFiles.shop))
    #expect(await ToolRun(arguments + ["*.other.example"]).code == 1)
    for wrong in ["*.*.example", "applinks:shop.example", "https://shop.example", "", "*."] {
      #expect(await ToolRun(arguments + [wrong]).code == 64, "\(wrong)")
    }
  }
}
