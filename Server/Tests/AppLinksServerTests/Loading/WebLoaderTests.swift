import AppLinksPublishing
import AppLinksResolving
import Foundation
import Futures
import Synchronization
import Testing
import Transfers

@testable import AppLinksServer

@Suite struct WebLoaderTests {
  /// Hosts of which `includer.example` includes files of `shop.example`, whose slow pages wait.
  private final class Web: PageTransport {
    let gate = Promise<Void, any Error>()
    private let asked = Mutex<[String]>([])
    private let atWork = Mutex((now: 0, most: 0))

    static let includes = (0..<10).map { number in
      #"{"include":"https://shop.example/included/\#(number)"}"#
    }

    func count(_ part: String) -> Int { asked.withLock { $0.count { $0.contains(part) } } }

    /// The maximum number of requests that `shop.example` has received at the same time.
    var most: Int { atWork.withLock(\.most) }

    func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
      let url = request.url.absoluteString
      let isShop = request.url.host() == "shop.example"
      asked.withLock { $0.append(url) }
      if isShop { atWork.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
      defer { if isShop { atWork.withLock { $0.now -= 1 } } }
      if url.contains("/slow") { try await gate.future.value }
      let (status, type, body) =
        switch request.url.path() {
        case "/.well-known/assetlinks.json":
          (200, "application/json", "[\(Self.includes.joined(separator: ","))]")
        case let path where path.hasSuffix("apple-app-site-association"): (404, "text/html", "")
        case let path where path.hasPrefix("/included"):
          (
            200, "application/json",
            Pages.androidFile.replacing("example.shop", with: "example.shop\(path.suffix(1))")
          )
        default: (200, "text/html", Pages.socks)
        }
      let response = PageResponse(status: status, headers: ["Content-Type": type])
      if receiver.receive(response) { receiver.receive(Array(body.utf8)) }
    }
  }

  @Test func includedFilesCountForTheirHost() async throws {
    let web = Web()
    defer { if !web.gate.future.isSettled { web.gate.succeed() } }
    var network = NetworkPolicy.server
    for host in ["shop", "includer", "quick"] {
      network.addresses["\(host).example"] = [IPAddress("93.184.216.34")!]
    }
    let loader = WebLoader(session: web, network: network, origins: [:], timeout: .seconds(60))
    let slow = (0..<8).map { number in
      Future<Int?, any Error> {
        try await loader.page("https://shop.example/slow/\(number)").content.resolution?.status
      }
    }
    while web.count("/slow") < 8 { await Task.yield() }
    let host = Future<HostContent, any Error> {
      try await loader.host("includer.example").content
    }
    // The last request before those for the included files.
    while web.count("includer.example/apple-app-site-association") == 0 { await Task.yield() }
    for number in 0..<100 { _ = try await loader.page("https://quick.example/\(number)") }
    #expect(web.count("/included") == 0 && !host.isSettled)
    web.gate.succeed()
    #expect(try await host.value.linked.androidFile?.includes == [])
    for page in slow { #expect(try await page.value == 200) }
    #expect(web.most == 8)
  }
}
