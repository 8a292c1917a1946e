#if AsyncHTTPClient
import AppLinks
import AppLinksResolving
import AsyncHTTPClient
import Foundation
import NIOSSL
import TestSupport
import Testing
import Transfers
import TransfersHTTPClient

@Suite(.timeLimit(.minutes(10)))
struct SecurePageTests {
  private func backend() throws -> HTTPClientBackend {
    let pem = Array(SecureServer.certificate.utf8)
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: pem, format: .pem)])
    return HTTPClientBackend(configuration: HTTPClient.Configuration(tlsConfiguration: tls))
  }

  private func target(
    of host: String,
    on server: SecureServer,
    at address: String,
    over backend: HTTPClientBackend
  ) async throws -> String? {
    let session = TransferSession(over: backend)
    let checked = PinnedTransport(base: session, addresses: [try #require(IPAddress(address))])
    let url = try #require(URL(string: "https://\(host):\(server.port)/"))
    let metadata = try await resolver(over: checked).resolve(url).metadata
    return metadata.targets(for: .phone).first?.rawURL
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func connectsToTheCheckedAddressWithTheName(address: String) async throws {
    let server = try await SecureServer(on: address, target: "a")
    let backend = try backend()
    let target = try await target(of: "shop.invalid", on: server, at: address, over: backend)
    #expect(target == "shop://a?name=shop.invalid&host=shop.invalid:\(server.port)")
    await backend.shutdown()
    try await server.stop()
  }

  @Test(arguments: ["other.invalid", "127.0.0.1"])
  func refusesTheCertificateOfAnotherName(name: String) async throws {
    let server = try await SecureServer(on: "127.0.0.1", target: "a")
    let backend = try backend()
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await target(of: name, on: server, at: "127.0.0.1", over: backend)
    }
    #expect(error?.message.contains("uses TLS") == true, "\(String(describing: error))")
    await backend.shutdown()
    try await server.stop()
  }

  /// A connection to the address of an earlier lookup is open, and must not be used.
  @Test func aNameThatMovesIsReachedAtItsNewAddress() async throws {
    let first = try await SecureServer(on: "127.0.0.1", target: "first")
    let second = try await SecureServer(on: "127.0.0.2", port: first.port, target: "second")
    let backend = try backend()
    for (number, name) in [(1, "first"), (2, "second"), (1, "first")] {
      let address = "127.0.0.\(number)"
      let target = try await target(of: "shop.invalid", on: first, at: address, over: backend)
      #expect(target?.hasPrefix("shop://\(name)?") == true, "\(target ?? "no target")")
    }
    await backend.shutdown()
    try await first.stop()
    try await second.stop()
  }
}
#endif
