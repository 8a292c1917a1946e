import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import TestSupport
import Testing

@Suite struct LintFromWebTests {
  /// Serves one page after a redirect, in pieces, as far as it is wanted.
  private struct Site: PageTransport {
    let page: String

    func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
      if request.url.path == "/old" {
        receiver.receive(PageResponse(status: 302, headers: ["Location": "/socks"]))
        return
      }
      let type = ["Content-Type": "text/html; charset=iso-8859-1"]
      guard receiver.receive(PageResponse(status: 200, headers: type)) else { return }
      var rest = Array(page.utf8)[...]
      while !rest.isEmpty, receiver.receive(Array(rest.prefix(65_536))) {
        rest = rest.dropFirst(65_536)
      }
    }
  }

  private func resolver(_ page: String) -> HTTPResolver {
    let limit = Duration.seconds(300)
    let options = HTTPResolver.Options(timeout: limit, idleTimeout: limit)
    return HTTPResolver(options: options, transport: Site(page: page))
  }

  @Test func findingsAreThoseOfThePageAndItsHeader() async throws {
    let page = "<head>\n<meta property='al:ios:url' content='a b'></head>"
    let url = try #require(URL(string: "https://shop.example/old"))
    let (resolution, findings) = try await AppLinkLinter().lint(url, using: resolver(page))
    #expect(resolution.finalURL?.path == "/socks")
    let expected = AppLinkLinter().lint(page.utf8, contentType: "text/html; charset=iso-8859-1")
    #expect(findings == expected)
    #expect(findings.first?.code == .pageNotUTF8)
    #expect(findings.contains { $0.code == .unparsableURL && $0.line == 2 })
  }

  @Test func theURLOfAnAppIsRefused() async throws {
    let url = try #require(URL(string: "shop://socks/7"))
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await AppLinkLinter().lint(url, using: resolver(""))
    }
    #expect(error?.code == .schemeRefused)
  }

  @Test func tagsBehindTheLimitOfTheResolverAreFound() async throws {
    let page =
      "<style>" + String(repeating: "x", count: 2 << 20) + "</style>"
      + "<meta property='al:ios:url' content='shop://7'>"
    let url = try #require(URL(string: "https://shop.example/"))
    let (resolution, findings) = try await AppLinkLinter().lint(url, using: resolver(page))
    #expect(resolution.metadata.tags.isEmpty)
    #expect(findings.map(\.code) == [.noTags, .pageNotUTF8, .tagBehindLimit])
    let short = AppLinkLinter(maximumBytes: 1 << 20)
    let (_, cut) = try await short.lint(url, using: resolver(page))
    #expect(cut.map(\.code).contains(.pageTooLong))
  }
}
