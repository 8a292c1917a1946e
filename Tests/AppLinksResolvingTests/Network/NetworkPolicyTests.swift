import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

@Suite(.timeLimit(.minutes(10)))
struct NetworkPolicyTests {
  /// A resolver with the server policy, names from a table, and a page for every URL.
  private func resolver(
    _ names: [String: [String]] = [:],
    redirects: [String: String] = [:]
  ) -> (HTTPResolver, FakeTransport) {
    var options = HTTPResolver.Options.patient
    options.network = .server
    options.network.names = NameLookup { name in
      (names[name] ?? []).compactMap { IPAddress($0) }
    }
    let transport = FakeTransport { request in
      redirects[request.url.absoluteString].map { .redirect(to: $0) } ?? .init(body: "<html>")
    }
    return (HTTPResolver(options: options, transport: transport), transport)
  }

  private func code(_ resolver: HTTPResolver, _ text: String) async -> AppLinkResolveError.Code? {
    guard let url = URL(string: text) else { return nil }
    return (await resolver.futureResolve(url).result.failure as? AppLinkResolveError)?.code
  }

  @Test(arguments: [
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1",
    "0177.0x0.0.1", "017700000001", "127.0.0.1.", "0", "0.0.0.0", "0x0", "169.254.169.254",
    "0xa9fea9fe",
    "2852039166", "10.0.0.1", "192.168.0.1", "172.16.0.1", "100.64.0.1", "224.0.0.1",
    "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[fe80::1]",
    "[fd00:ec2::254]",
    "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[ff02::1]",
  ]
  )
  func refusesAddressesThatAreNotPublicInAnyNotation(_ host: String) async {
    let (resolver, transport) = resolver()
    for scheme in ["http", "https", "HTTP"] {
      #expect(await code(resolver, "\(scheme)://\(host)/") == .addressRefused)
    }
    #expect(transport.requests.count == 0)
  }

  @Test(arguments: [
    "1.2.3.4.5", "256.256.256.256", "256.1", "1.0x100.1", "08.8.8.8", "0x", "1..2", "4294967296",
    "99999999999999999999999",
    "[::1%25eth0]", "%31%32%37.0.0.1", "b%C3%BCcher.example", "a!b", "[1.2.3.4]", "[::g]",
  ]
  )
  func refusesAmbiguousHosts(_ host: String) async throws {
    let (resolver, transport) = resolver()
    // Foundation does not accept some of these as URLs.
    let code = await code(resolver, "http://\(host)/")
    #expect(
      code == nil && URL(string: "http://\(host)/") == nil || code == .hostRefused
        || host == "0x" && code == .addressRefused || host == "1..2" && code == .hostRefused
    )
    #expect(transport.requests.count == 0)
  }

  @Test func checksAllAddressesOfANameAndPassesThemToTheTransport() async throws {
    let names = [
      "good.example": ["8.8.8.8", "2606:4700::1111"],
      "bad.example": ["10.1.2.3"],
      "mixed.example": ["8.8.8.8", "::1"],
      "0xabc.example": ["8.8.8.8"],
    ]
    let (resolver, transport) = resolver(names)
    #expect(await code(resolver, "https://bad.example/") == .addressRefused)
    #expect(await code(resolver, "https://mixed.example/") == .addressRefused)
    #expect(await code(resolver, "https://unknown.example/") == .hostNotFound)
    #expect(transport.requests.count == 0)
    _ = try await resolver.resolve(url("https://GOOD.example/"))
    #expect(
      transport.requests.all.map(\.addresses) == [
        names["good.example"]?.compactMap { IPAddress($0) }
      ]
    )
    _ = try await resolver.resolve(url("https://0xabc.example/"))
    _ = try await resolver.resolve(url("https://9.9.9.9/"))
    #expect(transport.requests.all.last?.addresses == [try #require(IPAddress("9.9.9.9"))])
  }

  @Test(arguments: [
    ("http://127.0.0.1/", AppLinkResolveError.Code.addressRefused),
    ("http://169.254.169.254/latest/meta-data/", .addressRefused),
    ("http://[::ffff:169.254.169.254]/", .addressRefused),
    ("//0x7f.1/", .addressRefused), ("http://bad.example/", .addressRefused),
    ("http://good.example:22/", .portRefused), ("http://u:p@good.example/", .userInfoRefused),
  ]
  )
  func checksEveryRedirect(_ location: String, code expected: AppLinkResolveError.Code) async {
    let (resolver, transport) = resolver(
      ["good.example": ["8.8.8.8"], "bad.example": ["192.168.0.1"]],
      redirects: ["http://good.example/": "/next", "http://good.example/next": location]
    )
    #expect(await code(resolver, "http://good.example/") == expected)
    #expect(transport.requests.count == 2)
  }

  @Test func checksPortsAndUserNames() async {
    let (resolver, _) = resolver(["e.com": ["8.8.8.8"]])
    #expect(await code(resolver, "http://e.com:80/") == nil)
    #expect(await code(resolver, "https://e.com:443/") == nil)
    #expect(await code(resolver, "http://e.com:443/") == nil)
    #expect(await code(resolver, "http://e.com:8080/") == .portRefused)
    #expect(await code(resolver, "http://8.8.8.8:6379/") == .portRefused)
    #expect(await code(resolver, "http://[2606:4700::1111]/") == nil)
    #expect(await code(resolver, "http://[2606:4700::1111]:81/") == .portRefused)
    #expect(await code(resolver, "http://user@e.com/") == .userInfoRefused)
    #expect(await code(resolver, "http://:pw@e.com/") == .userInfoRefused)
  }

  @Test func refusesUserNamesForTrustedHostsTooButNoPorts() async {
    let (resolver, transport) = resolver()
    var options = resolver.options
    options.network.trustedHosts = ["e.com"]
    let trusting = HTTPResolver(options: options, transport: transport)
    #expect(await code(trusting, "http://e.com:8080/") == nil)
    #expect(await code(trusting, "http://user@e.com/") == .userInfoRefused)
    #expect(transport.requests.count == 1)
  }

  @Test func exemptsTrustedHostsButNotTheTargetsOfTheirRedirects() async throws {
    let server = try LoopbackServer { connection in
      switch try connection.readRequest().target {
      case "/number": try connection.respond(302, headers: ["Location": "http://0x7f.1/"])
      case "/meta": try connection.respond(302, headers: ["Location": "http://169.254.169.254/"])
      case "/name":
        let port =
          connection.request.currentValue?.headers["host"]?.split(separator: ":").last ?? ""
        try connection.respond(302, headers: ["Location": "http://localhost:\(port)/"])
      default: try connection.respond(body: HTTPResolverTests.page.utf8)
      }
    }
    var options = HTTPResolver.Options.patient
    options.network = .server
    #expect(await code(HTTPResolver(options: options), server.url().absoluteString) == .portRefused)
    options.network.ports = nil
    #expect(
      await code(HTTPResolver(options: options), server.url().absoluteString) == .addressRefused
    )
    #expect(server.connectionCount == 0)
    options.network.trustedHosts = ["127.0.0.1"]
    let resolver = HTTPResolver(options: options)
    #expect(try await resolver.resolve(server.url()).metadata.tags.count == 3)
    for path in ["/number", "/meta", "/name"] {
      #expect(await code(resolver, server.url(path).absoluteString) == .addressRefused)
    }
    #expect(server.connectionCount == 4)
  }

  @Test func connectsToTheAddressThatWasCheckedWithTheNameInTheHeader() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: HTTPResolverTests.page.utf8)
    }
    let receiver = HTTPResolver(
      options: .patient,
      transport: PinningTransport(
        addresses: ["127.0.0.2", "127.0.0.1"].compactMap { IPAddress($0) }
      )
    )
    let page = url("http://no-such-name.invalid:\(server.port)/path?q=1#f")
    let resolution = try await receiver.resolve(page)
    #expect(resolution.metadata.tags.count == 3)
    #expect(resolution.finalURL == page)
    // The first connection is the attempt to connect.
    let request = try await server.connection(1).request.value
    #expect(request.headers["host"] == "no-such-name.invalid:\(server.port)")
    #expect(request.target == "/path?q=1")
  }

  private static let addressLists: [[String]] = {
    #if canImport(FoundationNetworking)
    [["::1", "127.0.0.1"], ["::1", "::2", "::3", "::4", "127.0.0.1"]]
    #else
    [["::1", "127.0.0.1"]]
    #endif
  }()

  @Test(arguments: addressLists)
  func loadsFromAnotherAddressIfTheFirstIsAnIPv6Address(_ addresses: [String]) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: HTTPResolverTests.page.utf8)
    }
    let resolver = HTTPResolver(
      options: .patient,
      transport: PinningTransport(addresses: addresses.compactMap { IPAddress($0) })
    )
    let resolution = try await resolver.resolve(url("http://dual.example:\(server.port)/"))
    #expect(resolution.metadata.tags.count == 3)
  }

  @Test func passesAnAddressThatDoesNotAnswerAndAllThatRefuse() async throws {
    let server = try LoopbackServer { connection in
      // An attempt to connect sends nothing.
      guard (try? connection.readRequest()) != nil else { return }
      try connection.respond(body: HTTPResolverTests.page.utf8)
    }
    let deaf = try Socket.deaf(at: 9, port: server.port)
    defer { for socket in deaf { socket.closeDescriptor() } }
    let addresses = ["127.0.0.9", "127.0.0.10", "127.0.0.11", "127.0.0.12", "127.0.0.1"]
    let resolver = HTTPResolver(
      options: .patient,
      transport: PinningTransport(addresses: addresses.compactMap { IPAddress($0) })
    )
    let resolution = try await resolver.resolve(url("http://dual.example:\(server.port)/"))
    #expect(resolution.metadata.tags.count == 3)
    #expect(resolution.finalURL == url("http://dual.example:\(server.port)/"))
  }

  @Test func reportsTheErrorOfTheFirstAddressIfNoneIsReachable() async throws {
    let socket = try Socket.reserved()
    defer { socket.closeDescriptor() }
    let resolver = HTTPResolver(
      options: .patient,
      transport: PinningTransport(addresses: ["::1", "127.0.0.1"].compactMap { IPAddress($0) })
    )
    let page = url("http://dual.example:\(try socket.localPort())/")
    let error = await #expect(throws: AppLinkResolveError.self) { try await resolver.resolve(page) }
    #expect(error?.code == .cannotConnect)
    #expect(error?.message.contains("the connection failed") == true)
  }

  #if canImport(FoundationNetworking)
  @Test(arguments: ["http", "https"]
  )
  func reportsThatFoundationCannotLoadFromIPv6Addresses(_ scheme: String) async throws {
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver.patient.resolve(url("\(scheme)://[::1]:8080/"))
    }
    #expect(error?.code == .cannotConnect)
    #expect(error?.message.contains("IPv6") == true, "\(String(describing: error))")
    let pinned = HTTPResolver(
      options: .patient,
      transport: PinningTransport(addresses: ["::1"].compactMap { IPAddress($0) })
    )
    let second = await #expect(throws: AppLinkResolveError.self) {
      try await pinned.resolve(url("http://six.example/"))
    }
    #expect(second?.message.contains("IPv6") == true, "\(String(describing: second))")
  }
  #endif

  @Test func looksUpNamesWithTheSystem() async {
    let (resolver, _) = resolver()
    var options = resolver.options
    options.network.names = .system
    #expect(await code(HTTPResolver(options: options), "http://localhost/") == .addressRefused)
  }
}

/// Returns whether given addresses were checked.
private struct PinningTransport: PageTransport {
  let addresses: [IPAddress]

  func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    var request = request
    request.addresses = addresses
    try await TransferSession.isolated().load(request, into: receiver)
  }
}
