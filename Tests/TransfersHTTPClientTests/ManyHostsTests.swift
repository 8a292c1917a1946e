#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import FoundationNetworking
import Futures
import Glibc
import LoopbackServer
import NIOCore
import NIOPosix
import TestSupport
import Testing
import Transfers
import TransfersHTTPClient

@Suite(.timeLimit(.minutes(10)))
struct ManyHostsTests {
  private func keepingServer() throws -> LoopbackServer {
    try LoopbackServer { connection in
      while true {
        let target = try connection.readRequest().target
        try connection.respond(headers: ["Connection": "keep-alive"], body: target.utf8)
      }
    }
  }

  private func load(_ session: TransferSession, _ server: LoopbackServer) async throws {
    let text = try await session.text(from: server.url("/there"))
    #expect(text == "/there")
  }

  @Test func theConnectionsThatServedLastAreKept() async throws {
    let servers = try (0..<12).map { _ in try keepingServer() }
    let pool = ClientPool(
      configuration: HTTPClient.Configuration(),
      maximumDecompressed: nil,
      maximumIdle: 4
    )
    let session = TransferSession(over: HTTPClientBackend(clients: pool))
    for server in servers { try await load(session, server) }
    #expect(pool.idleConnectionCount == 4)
    for server in servers.prefix(8) {
      // The client itself closes an idle connection after a minute.
      try await server.connection().peerClosed.timeout(.seconds(600)).value
    }
    for server in servers.suffix(4) { try await load(session, server) }
    #expect(servers.map(\.connectionCount) == Array(repeating: 1, count: 12))
    try await load(session, servers[0])
    #expect(servers[0].connectionCount == 2)
    await pool.shutdown()
    #expect(pool.idleConnectionCount == 0)
  }

  @Test func aShutdownWaitsForConnectionsThatServeNoRequest() async throws {
    let servers = try (0..<6).map { _ in try keepingServer() }
    let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
    for round in 0..<8 {
      let pool = ClientPool(configuration: HTTPClient.Configuration(), maximumDecompressed: nil)
      let session = TransferSession(over: HTTPClientBackend(clients: pool))
      for server in servers { try await load(session, server) }
      #expect(pool.idleConnectionCount == servers.count)
      // Connections close when their event loop is free; the client may have ended on another.
      loops[round / 2 % loops.count].execute { usleep(100_000) }
      await pool.shutdown()
      #expect(pool.idleConnectionCount == 0)
    }
  }

  @Test func requestsThatMeetTheEndOfTheirConnectionAreSent() async throws {
    let servers = try (0..<4).map { _ in try keepingServer() }
    let pool = ClientPool(
      configuration: HTTPClient.Configuration(),
      maximumDecompressed: nil,
      maximumIdle: 1
    )
    let session = TransferSession(over: HTTPClientBackend(clients: pool))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        var request = URLRequest(url: servers[number % 4].url("/\(number)"))
        request.httpMethod = number % 3 == 0 ? "GET" : "POST"
        if number >= 8 { try await group.next() }
        group.addTask { [request] in
          let (data, _) = try await session.data(for: request).timeout(.seconds(600)).value
          #expect(data == Data("/\(number)".utf8))
        }
      }
      try await group.waitForAll()
    }
    await pool.shutdown()
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func aProcessWithoutDescriptorsSaysSo(host: String) async throws {
    await #expect(processExitsWith: .success) { [host = host as String] in
      let servers = try (0..<2).map { _ in
        try LoopbackServer { connection in
          try connection.readRequest()
          try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
          connection.waitForPeerToClose()
        }
      }
      let session = TransferSession(over: HTTPClientBackend())
      // What is opened once is open from here on, also the connection.
      _ = try await session.data(for: URLRequest(url: servers[0].url())).value
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(7), &limit)
      limit.rlim_cur = min(limit.rlim_cur, 256)
      setrlimit(__rlimit_resource_t(7), &limit)
      var taken: [Int32] = []
      while true {
        let descriptor = dup(0)
        if descriptor < 0 { break }
        taken.append(descriptor)
      }
      let url = try #require(URL(string: "http://\(host):\(servers[1].port)/"))
      let transfer = session.data(for: URLRequest(url: url)).timeout(.seconds(600))
      let error = await transfer.result.failure
      for descriptor in taken { close(descriptor) }
      #expect((error as? POSIXError)?.code == .EMFILE, "\(String(describing: error))")
    }
  }
}
#endif
