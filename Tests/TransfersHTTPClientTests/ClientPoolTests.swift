#if AsyncHTTPClient
import AsyncHTTPClient
import Futures
import TestSupport
import Testing
import TransfersHTTPClient

@Suite(.timeLimit(.minutes(10)))
struct ClientPoolTests {
  let pool = ClientPool(
    configuration: HTTPClient.Configuration(),
    maximumDecompressed: nil,
    maximumCount: 2
  )

  private func use(_ host: String, _ body: (HTTPClient) async throws -> Void) async throws {
    let pin = HostPin(host: host, address: "127.0.0.1")
    try await pool.withClient(for: pin, body)
  }

  @Test func keepsTheClientsThatWereUsedLast() async throws {
    var first: HTTPClient?
    try await use("a") { first = $0 }
    try await use("b") { _ in }
    try await use("a") { #expect($0 === first) }
    try await use("c") { _ in }
    #expect(pool.count == 2)
    try await use("a") { #expect($0 === first) }
    await pool.shutdown()
  }

  @Test func keepsClientsThatAreInUse() async throws {
    try await use("a") { _ in
      try await use("b") { _ in
        try await use("c") { _ in #expect(pool.count == 3) }
      }
    }
    #expect(pool.count == 2)
    await pool.shutdown()
    #expect(pool.count == 0)
  }
}
#endif
