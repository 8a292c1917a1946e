#if AsyncHTTPClient
import AppLinks
import AppLinksResolving
import Futures
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PinnedAddressTests {
  @Test(arguments: ["shop.invalid", "SHOP.invalid", "localhost"])
  func connectsToTheAddressWithTheNameInTheHostField(name: String) async throws {
    let server = try Page.server()
    try await withResolver(pinnedTo: ["127.0.0.1"]) { resolver in
      let resolution = try await resolver.resolve(address("http://\(name):\(server.port)/socks"))
      #expect(resolution.metadata.tags.count == 1)
    }
    let request = try await server.connection().request.value
    #expect(request.headers["host"] == "\(name):\(server.port)")
    #expect(request.target == "/socks")
  }

  @Test func connectsToAnAddressOfVersion6() async throws {
    let server = try Page.server(onVersion6: true)
    try await withResolver(pinnedTo: ["::1"]) { resolver in
      let resolution = try await resolver.resolve(address("http://shop.invalid:\(server.port)/"))
      #expect(resolution.metadata.tags.count == 1)
    }
    let request = try await server.connection().request.value
    #expect(request.headers["host"] == "shop.invalid:\(server.port)")
  }

  @Test(arguments: [[], ["::1"]])
  func loadsFromALiteralOfVersion6(pins: [String]) async throws {
    let server = try Page.server(onVersion6: true)
    try await withResolver(pinnedTo: pins) { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
    }
    let request = try await server.connection().request.value
    #expect(request.headers["host"] == "[::1]:\(server.port)")
  }

  /// A literal that a policy has read in another way than the client still leads to the address.
  @Test(arguments: ["http://[::2]", "http://127.9.9.9", "http://2130706433"])
  func literalsLeadToThePinnedAddress(text: String) async throws {
    let server = try Page.server()
    try await withResolver(pinnedTo: ["127.0.0.1"]) { resolver in
      let resolution = try await resolver.resolve(address("\(text):\(server.port)/"))
      #expect(resolution.metadata.tags.count == 1)
    }
  }

  @Test func sendsTheNameInTheTLSHandshake() async throws {
    let hello = Promise<[UInt8], any Error>()
    let server = try LoopbackServer { connection in
      hello.succeed(try connection.readBytes())
      connection.reset()
    }
    try await withResolver(pinnedTo: ["127.0.0.1"]) { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(address("https://shop.invalid:\(server.port)/"))
      }
      #expect(error?.code == .connectionLost, "\(String(describing: error))")
    }
    let bytes = try await hello.future.value
    #expect(bytes.first == 22, "a handshake of TLS")
    #expect(bytes.contains(Array("shop.invalid".utf8)))
  }

  @Test func triesTheNextAddress() async throws {
    let server = try Page.server()
    // The server listens on one address only.
    try await withResolver(pinnedTo: ["127.0.0.9", "::1", "127.0.0.1"]) { resolver in
      let resolution = try await resolver.resolve(address("http://shop.invalid:\(server.port)/"))
      #expect(resolution.metadata.tags.count == 1)
    }
    try await withResolver(pinnedTo: ["127.0.0.9", "::1"]) { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(address("http://shop.invalid:\(server.port)/"))
      }
      #expect(error?.code == .cannotConnect)
    }
  }

  @Test func triesAllAddresses() async throws {
    let server = try Page.server()
    let pins = ["127.0.0.9", "127.0.0.10", "127.0.0.11", "127.0.0.12", "127.0.0.1"]
    try await withResolver(pinnedTo: pins) { resolver in
      let resolution = try await resolver.resolve(address("http://shop.invalid:\(server.port)/"))
      #expect(resolution.metadata.tags.count == 1)
    }
  }

  /// A dead address costs a quarter of a second, and not the idle time limit.
  @Test func passesAnAddressThatDoesNotAnswer() async throws {
    let server = try Page.server()
    let deaf = try Socket.deaf(at: 9, port: server.port)
    defer { for socket in deaf { socket.closeDescriptor() } }
    try await withResolver(pinnedTo: ["127.0.0.9", "127.0.0.1"], idleTimeout: .seconds(60)) {
      let resolution = try await $0.resolve(address("http://shop.invalid:\(server.port)/"))
      #expect(resolution.metadata.tags.count == 1)
    }
  }

  @Test func reportsAnUnknownName() async throws {
    try await withResolver { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(address("http://shop.invalid/"))
      }
      #expect(error?.code == .hostNotFound)
    }
  }
}
#endif
