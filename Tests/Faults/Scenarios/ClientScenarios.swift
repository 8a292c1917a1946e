#if AsyncHTTPClient
import Foundation
import FoundationNetworking
import Futures
import LoopbackServer
import TestSupport
import Transfers
import TransfersHTTPClient

extension Scenario {
  /// What is done over AsyncHTTPClient.
  static let client = [
    clientMisbehavingServer, clientDeadAddress, staleConnections, timeLimits, manyHosts,
  ]

  /// As ``misbehavingServer``.
  private static let clientMisbehavingServer = Scenario(
    name: "client-storm",
    short: 300,
    long: 10_000
  ) { trial in
    try await withClient { session in
      try await ServerStorm(trial, over: session, transport: session).run()
    }
  }

  /// As ``deadAddress``.
  private static let clientDeadAddress = Scenario(
    name: "client-dead",
    short: 10,
    long: 200
  ) { trial in
    try await withClient { try await DeadAddress.visit(trial, over: $0) }
  }

  /// A server that closes a connection, which it promised to keep open, a millisecond after its
  /// answer: sometimes before the client sends the next request, and sometimes just then.
  private static let staleConnections = Scenario(
    name: "stale-connections",
    short: 400,
    long: 10_000
  ) { trial in
    try await withClient { session in
      try await load(trial, 20, over: session, isCounted: false)
      let start = Footprint.now()
      try await load(trial, trial.rounds, over: session, isCounted: true)
      trial.expectNothingRemains(since: start, threads: 8, heap: 4 << 20)
    }
  }

  private static func load(
    _ trial: Trial,
    _ count: Int,
    over session: TransferSession,
    isCounted: Bool
  ) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      usleep(1000)
    }
    defer { server.stop() }
    for number in 0..<count {
      let outcome = await session.data(for: URLRequest(url: server.url())).result
      if isCounted { trial.count(outcome.failure == nil ? "answers" : "failures") }
      if let error = outcome.failure { trial.find("request \(number) ends with \(error)") }
    }
    if isCounted { trial.count("connections", server.connectionCount) }
  }

  /// Requests with different time limits, which share a connection.
  private static let timeLimits = Scenario(name: "time-limits", short: 60, long: 1000) { trial in
    let server = try keepingServer()
    try await withClient { session in
      for number in 0..<trial.rounds {
        let request = URLRequest(url: server.url(), timeoutInterval: 30 + Double(number) / 8)
        let error = await session.data(for: request).result.failure
        trial.expect(error == nil, "request \(number) ends with \(error as Any)")
        if error == nil { trial.count("answers") }
      }
    }
    trial.count("connections", server.connectionCount)
    trial.expect(server.connectionCount == 1, "there were \(server.connectionCount) connections")
  }

  /// A request each to 2,000 hosts and more that keep their connections, in a process that may open
  /// 1,024 files; the connections of the hosts count, too, because they are in this process.
  private static let manyHosts = Scenario(name: "many-hosts", short: 2000, long: 20_000) { trial in
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(7), &limit)
    limit.rlim_cur = min(limit.rlim_max, 1024)
    setrlimit(__rlimit_resource_t(7), &limit)
    let server = try keepingServer(Socket.listeningOnAllLoopbackAddresses())
    // The event loops stay.
    try await withClient { _ = try await $0.data(for: URLRequest(url: server.url())).value }
    let start = Footprint.now()
    try await withClient { session in
      var most = 0
      for number in 0..<trial.rounds {
        let host = "127.\(1 + number / 40_000).\(1 + number / 200 % 200).\(1 + number % 200)"
        guard let url = URL(string: "http://\(host):\(server.port)/") else { continue }
        let request = URLRequest(url: url, timeoutInterval: 20)
        let outcome = await session.data(for: request).result
        trial.count(outcome.failure == nil ? "answers" : "failures")
        if let error = outcome.failure { trial.find("\(host) ends with \(error)") }
        if number % 50 == 49 { most = max(most, Footprint.now().descriptors - start.descriptors) }
      }
      trial.count("descriptors at most", most)
      // The client keeps 256; and each has one on the server's side.
      trial.expect(most < 700, "\(most) descriptors were open")
    }
    trial.expectNothingRemains(since: start, threads: 16, heap: 16 << 20)
  }

  /// A server that keeps its connections open.
  private static func keepingServer(
    _ listener: @autoclosure () throws -> Socket = try Socket.listening()
  ) throws -> LoopbackServer {
    try LoopbackServer(on: listener()) { connection in
      while true {
        try connection.readRequest()
        try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      }
    }
  }

  private static func withClient(_ body: (TransferSession) async throws -> Void) async throws {
    let backend = HTTPClientBackend()
    let session = TransferSession(over: backend)
    do {
      try await body(session)
    } catch {
      await backend.shutdown()
      throw error
    }
    await backend.shutdown()
  }
}
#else
extension Scenario {
  /// What is done over AsyncHTTPClient, which is not built in.
  static let client: [Scenario] = []
}
#endif
