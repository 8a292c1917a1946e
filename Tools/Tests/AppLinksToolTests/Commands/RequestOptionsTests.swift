import AppLinks
import AppLinksResolving
import ArgumentParser
import JSONValues
import Synchronization
import Testing
import ToolTestSupport
import Transfers

@testable import AppLinksTool

@Suite(.timeLimit(.minutes(10)))
struct RequestOptionsTests {
  private static func redirect(to location: String) -> String {
    "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  }

  /// The value of a header field of a request, or `nil` if there is none.
  private static func header(_ name: String, in request: String) -> String? {
    request.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  @Test func requestsNameTheToolAndItsVersionUnlessTheUserSpecifiesAnotherUserAgent() async throws {
    let seen = Mutex<[String?]>([])
    @Sendable func see(_ request: String) {
      seen.withLock { $0.append(Self.header("User-Agent", in: request)) }
    }
    let second = try PageServer { request in
      see(request)
      return PageServer.page("<meta property=al:ios:url content=a:>")
    }
    let target = second.url("/")
    let first = try PageServer { request in
      see(request)
      return Self.redirect(to: target)
    }
    let run = await ToolRun("--version")
    let version = String(run.output.dropLast())
    for command in ["resolve", "open", "lint"] {
      _ = await ToolRun(command, first.url("/"))
      #expect(seen.withLock { $0 } == ["applinks/\(version)", "applinks/\(version)"])
      seen.withLock { $0 = [] }
      _ = await ToolRun(command, first.url("/"), "--header", "user-agent: mine/2")
      #expect(seen.withLock { $0 } == ["mine/2", "mine/2"])
      seen.withLock { $0 = [] }
    }
  }

  @Test func theNumberOfRedirectsIsLimited() async throws {
    let server = try PageServer { request in
      let number = Int(request.split(separator: " ")[1].dropFirst()) ?? 0
      return number < 12 ? Self.redirect(to: "/\(number + 1)") : PageServer.page("<p>")
    }
    #expect(await ToolRun("resolve", server.url("/0")).code == 2)
    #expect(await ToolRun("resolve", server.url("/2")).code == 0)
    #expect(await ToolRun("resolve", server.url("/0"), "--max-redirects", "12").code == 0)
    let few = await ToolRun("resolve", server.url("/10"), "--max-redirects", "1")
    #expect(few.code == 2)
    #expect(few.errors.first?.hasSuffix("Increase the limit with '--max-redirects'.") == true)
    let none = await ToolRun("resolve", server.url("/11"), "--max-redirects", "0")
    #expect(none.code == 2)
  }

  @Test func publicOnlyLoadsNothingFromThisComputerOrNetwork() async throws {
    let count = Mutex(0)
    let server = try PageServer { _ in
      count.withLock { $0 += 1 }
      return PageServer.page("<p>")
    }
    for command in ["resolve", "open", "lint"] {
      for address in [server.url("/"), "http://10.0.0.1/", "http://[::1]/", "http://0x7f.1/"] {
        let run = await ToolRun(command, address, "--public-only")
        #expect(run.code == 2)
        #expect(run.errors.first?.hasSuffix("Remove '--public-only' to load it.") == true)
      }
    }
    #expect(count.withLock { $0 } == 0)
  }

  @Test func aRedirectFromHttpsToHttpIsFollowedOnlyIfAllowed() throws {
    let usual = WebPage.options(try RequestOptions.parse([]))
    #expect(usual.redirects == RedirectPolicy(maximumCount: 10, allowsDowngrade: false))
    #expect(!usual.network.requiresPublicAddresses)
    let other = WebPage.options(
      try RequestOptions.parse(["--allow-downgrade", "--max-redirects", "3", "--public-only"])
    )
    #expect(other.redirects == RedirectPolicy(maximumCount: 3, allowsDowngrade: true))
    #expect(other.network.requiresPublicAddresses)
    #expect(other.network.ports == [80, 443])
    #expect(!other.network.allowsUserInfo)
  }
}
