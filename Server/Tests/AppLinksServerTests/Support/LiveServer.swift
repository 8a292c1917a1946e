import AppLinksServer
import AsyncHTTPClient
import Foundation
import Futures
import JSONValues
import Logging
import NIOCore
import NIOHTTP1
import Transfers

/// A server that listens on this computer while a test runs, with a client and a website.
struct LiveServer: Sendable {
  let site: TestSite
  let sitePort: Int
  let port: Int
  let client: HTTPClient

  /// Runs a server beside a site, whose name is `shop.example`.
  static func run(
    _ site: TestSite = TestSite { _ in .missing },
    options: ServerOptions = ServerOptions(),
    clock: WallClock = WallClock(),
    store: (any EntryStore)? = nil,
    logger: Logger = .quiet,
    trusting hosts: Set<String> = ["shop.example", "127.0.0.1"],
    ports: Set<Int>? = NetworkPolicy.server.ports,
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    try await site.run { sitePort in
      var options = options
      options.port = 0
      // A slow computer is no slow site. A limit that the test has chosen stays.
      if options.timeout == ServerOptions().timeout { options.timeout = .seconds(60) }
      options.trustedHosts.formUnion(hosts)
      options.origins["shop.example"] = "http://127.0.0.1:\(sitePort)"
      options.origins["127.0.0.1"] = "http://127.0.0.1:\(sitePort)"
      var network = NetworkPolicy.server
      network.ports = ports
      network.addresses["shop.example"] = [IPAddress("127.0.0.1")!]
      let port = Promise<Int, any Error>()
      let server = try AppLinksServer(
        options: options,
        logger: logger,
        clock: clock,
        store: store,
        network: network
      ) { port.succeed($0) }
      try await running(server) {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
        let client = HTTPClient(configuration: configuration)
        let live = LiveServer(
          site: site,
          sitePort: sitePort,
          port: try await port.future.value,
          client: client
        )
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(live)) } catch { outcome = .failure(error) }
        try await client.shutdown()
        try outcome.get()
      }
    }
  }

  /// Returns the URL of a page of the site.
  func page(_ path: String) -> String { "http://shop.example:\(sitePort)\(path)" }

  /// Returns the path and query of a question about a page of the site.
  func question(_ endpoint: String, _ path: String) -> String {
    "/api/v1/\(endpoint)?url=\(escaped(page(path)))"
  }

  /// Returns a question about a page of the site under its address, which servers know that do not
  /// know its name.
  func questionByAddress(_ path: String) -> String {
    "/api/v1/page?url=\(escaped("http://127.0.0.1:\(sitePort)\(path)"))"
  }

  func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  /// Returns the status of the answer at a URL, which can be that of another server.
  func status(of url: String) async throws -> Int {
    Int(try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60)).status.code)
  }

  func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Reply {
    try await send("GET", path, headers)
  }

  func send(
    _ method: String,
    _ path: String,
    _ headers: [String: String] = [:],
    body: String? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = HTTPMethod(rawValue: method)
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await client.execute(request, timeout: .seconds(60))
    let content = try await response.body.collect(upTo: 16 << 20)
    return Reply(
      status: Int(response.status.code),
      headers: response.headers,
      body: String(buffer: content)
    )
  }
}

/// An answer of the server.
struct Reply: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: String

  var json: JSONValue { get throws { try JSONValue(parsing: body) } }

  func header(_ name: String) -> String? { headers.first(name: name) }

  /// The code of a problem, or `nil` if the answer is none.
  var problem: String? {
    guard headers.first(name: "content-type") == "application/problem+json",
      let json = try? json, json["status"]?.intValue == status,
      json["title"]?.stringValue?.isEmpty == false, json["detail"]?.stringValue?.isEmpty == false
    else { return nil }
    return json["code"]?.stringValue
  }
}
