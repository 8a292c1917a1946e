import AppLinksPublishing
import Testing
import ToolTestSupport

/// A file that devices do not use: `why` finds nothing that opens, and `audit` finds an error.
@Suite(.timeLimit(.minutes(10)))
struct ContradictionTests {
  struct Site: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var apple: String?
    var android: String?
    var type: String? = "application/json"
    var refusesVerifiers = false

    func answer(to request: String) -> String? {
      if request.hasPrefix("GET /page ") { return PageServer.page(Self.page) }
      let isVerifier = request.lowercased().contains("user-agent: aasa-bot")
      if refusesVerifiers, isVerifier {
        return "HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      }
      let answer = SiteFiles.answer(request, apple: apple, android: android)
      let usual = "Content-Type: application/json\r\n"
      return answer?.replacing(usual, with: type.map { "Content-Type: \($0)\r\n" } ?? "")
        ?? SiteFiles.missing
    }

    private static let page =
      "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>A</title>\n"
      + Pages.html([
        "al:ios:url": "shop://page", "al:ios:app_store_id": "5", "al:ios:app_name": "Shop",
        "al:web:url": "https://shop.example/page",
      ]) + "</head></html>"

    static let good = [
      Site(testDescription: "apple", apple: SiteFiles.apple(#"{"/":"*"}"#)),
      Site(testDescription: "android", android: SiteFiles.android()),
    ]

    static let bad: [Site] = types + files + malformedIDs

    private static let types: [Site] = ["text/html", "text/plain", nil].map { type in
      Site(testDescription: type ?? "no type", android: SiteFiles.android(), type: type)
    }

    private static let files: [Site] = [
      Site(
        testDescription: "verifier",
        apple: SiteFiles.apple(#"{"/":"*"}"#),
        refusesVerifiers: true
      ), Site(testDescription: "size", apple: large),
    ]

    /// A file of 128 KiB and one byte.
    private static var large: String {
      let text = SiteFiles.apple(#"{"/":"*"}"#)
      return text + String(repeating: " ", count: (128 << 10) + 1 - text.utf8.count)
    }

    private static let malformedIDs: [Site] = [
      " " + SiteFiles.shop, "ABCDE12345.*", SiteFiles.shop.lowercased(),
    ].map { id in
      Site(
        testDescription: id,
        apple: SiteFiles.apple(#"{"/":"*"}"#).replacing(SiteFiles.shop, with: id)
      )
    }
  }

  private func codes(_ site: Site) async throws -> [Int32] {
    let server = try PageServer { site.answer(to: $0) }
    let arguments = ["--server", server.url(""), "https://shop.example/page"]
    return [
      await ToolRun(["why"] + arguments).code,
      await ToolRun(["audit", "--no-robots"] + arguments).code,
    ]
  }

  @Test(arguments: Site.bad)
  func exitCodesFollow(_ site: Site) async throws { #expect(try await codes(site) == [1, 1]) }

  @Test(arguments: Site.good)
  func aFileThatIsUsedOpens(_ site: Site) async throws { #expect(try await codes(site) == [0, 0]) }
}
