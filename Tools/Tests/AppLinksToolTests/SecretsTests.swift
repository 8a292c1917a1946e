import AppLinksTool
import JSONValues
import Testing
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct SecretsTests {
  private static let secrets = ["hunter2", "SeCrEt1", "SeCrEt2", "SeCrEt3", "SeCrEt4"]

  private static let page = Pages.html([
    "al:ios:url": "shop://socks?access_token=SeCrEt1", "al:ios:app_name": "Shop",
    "al:ios:app_store_id": "5", "al:web:url": "http://shop.example/?token=SeCrEt2",
  ])

  /// A server whose page is behind a redirect with a secret.
  private static func server() throws -> PageServer {
    try PageServer { request in
      guard request.hasPrefix("GET /old") else { return PageServer.page(page) }
      return "HTTP/1.1 302 Found\r\nLocation: /new?token=SeCrEt3\r\nContent-Length: 0\r\n"
        + "Connection: close\r\n\r\n"
    }
  }

  private static func url(_ server: PageServer) -> String {
    server.url("/old?access_token=SeCrEt4").replacing("http://", with: "http://user:hunter2@")
  }

  @Test(arguments: [
    ["resolve"], ["resolve", "--all"], ["open"], ["open", "--installed", "shop"],
    ["open", "--all", "--installed", "shop"], ["lint"],
  ]
  )
  func peopleSeeNoSecretsOfURLsUnlessTheyAsk(_ command: [String]) async throws {
    let server = try Self.server()
    let run = await ToolRun(command + [Self.url(server)])
    #expect(run.errors == [])
    for secret in Self.secrets { #expect(!run.output.contains(secret), "\(run.output)") }
    #expect(run.output.contains("http://redacted@127.0.0.1:"))
    let hasFooter = run.output.hasSuffix("\nSecrets are redacted; '--show-secrets' prints them.\n")
    #expect(hasFooter == (command != ["lint"]))
    let all = await ToolRun(command + [Self.url(server), "--show-secrets"])
    #expect(all.output.contains("http://user:hunter2@127.0.0.1:"))
    #expect(!all.output.contains("'--show-secrets' prints them"))
  }

  @Test(arguments: [
    ["resolve"], ["resolve", "--all"], ["open", "--installed", "shop"],
    ["open", "--all", "--installed", "shop"], ["lint"],
  ]
  )
  func jsonHidesSecretsWithAnOption(_ command: [String]) async throws {
    let server = try Self.server()
    let run = await ToolRun(command + [Self.url(server), "--json"])
    #expect(run.output.contains("user:hunter2@"))
    let hidden = await ToolRun(command + [Self.url(server), "--json", "--hide-secrets"])
    for secret in Self.secrets { #expect(!hidden.output.contains(secret), "\(hidden.output)") }
    #expect((try? JSONValue(parsing: hidden.output)) != nil)
  }

  @Test func extrasOfTheUserAreHiddenByTheirNamesAndOthersRemainVisible() async {
    let run = await ToolRun(
      "open",
      "shop://socks?access_token=SeCrEt1",
      "--installed",
      "shop",
      "--extras",
      #"{"coupon": "A1", "password": "SeCrEt2"}"#
    )
    #expect(!run.output.contains("SeCrEt"), "\(run.output)")
    #expect(run.output.contains("coupon%22%3A%22A1%22"))
    #expect(run.output.contains("access_token=redacted"))
  }

  @Test(arguments: [
    ["open", "javascript:a?access_token=SeCrEt1"],
    ["lint", "shop://a?access_token=SeCrEt1"],
    ["resolve", "https://a.example/", "--source", "https://user:SeCrEt1@b.example/"],
    ["resolve", "https://user:SeCrEt1@a.example:x/"],
    ["resolve", "a.html", "--source=https://user:SeCrEt1@a.example:x/"],
    ["lint", "https://a.example/", "--header", "Authorization: SeCrEt1\u{1}"],
    ["link", "--target", "a://", "--source", "b://?token=SeCrEt1 "],
  ]
  )
  func errorsDoNotQuoteSecretsOfTheCommandLine(_ arguments: [String]) async {
    let run = await ToolRun(arguments)
    #expect(run.code == 64)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("SeCrEt") == false, "\(run.errors)")
  }

  @Test func namesOfFilesAndTextsWithoutSecretsRemainUnchanged() async {
    let run = await ToolRun("resolve", Pages.socks)
    #expect(run.output.contains(Pages.socks))
    #expect(!run.output.contains("redacted"))
  }
}
