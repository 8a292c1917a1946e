import Foundation
import Futures
import FuturesTesting
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking

/// On Linux a session hands nothing of a redirect over before all of its body is there.
@Suite(.timeLimit(.minutes(10)))
struct RedirectBodyTests {
  private let clock = ManualClock()
  private let session: TransferSession

  init() { session = TransferSession(configuration: .ephemeral, clock: clock) }

  private static let head = "HTTP/1.1 302 Found\r\nLocation: /next\r\n"

  private func code(
    _ url: URL,
    _ options: TransferOptions
  ) async throws -> TransferError.Code? {
    try await code(of: session.data(for: URLRequest(url: url), options: options))
  }

  private func code<Value>(
    of transfer: Future<Value, any Error>
  ) async throws -> TransferError.Code? {
    try await clock.run(until: transfer, within: .seconds(1 << 40), maxSteps: 1_000_000)
    return (transfer.currentError as? TransferError)?.code
  }

  /// Sends more than a redirect may have, and waits until the client is gone.
  ///
  /// It stops after 100 kB: the client copies the whole body for each piece of it, so a busy one
  /// might never catch up with a server that goes on.
  private static func sendWithoutEnd(_ connection: LoopbackConnection) throws {
    try connection.send([UInt8](repeating: 0x20, count: 100_000))
    connection.waitForPeerToClose()
  }

  @Test(arguments: [true, false])
  func areGivenUpIfTheyAreAnnouncedToBeLong(isFollowing: Bool) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("\(Self.head)Content-Length: 30000000\r\n\r\n")
      try connection.send([UInt8](repeating: 0x20, count: 50_000))
      connection.waitForPeerToClose()
    }
    let options = TransferOptions(followsRedirects: isFollowing)
    #expect(try await code(server.url(), options) == .redirectTooLarge)
    try await server.connection().peerClosed.timeout(.seconds(30)).value
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: [true, false])
  func areGivenUpIfTheyDoNotEnd(isFollowing: Bool) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("\(Self.head)Connection: close\r\n\r\n")
      try Self.sendWithoutEnd(connection)
    }
    let options = TransferOptions(followsRedirects: isFollowing)
    #expect(try await code(server.url(), options) == .redirectTooLarge)
    try await server.connection().peerClosed.timeout(.seconds(30)).value
  }

  @Test func mayBeShortAndTakeTheirTime() async throws {
    try await deliversThoughTheServerPauses(at: "/") { connection, pause in
      if try connection.readRequest().target == "/next" {
        return try connection.respond(body: "there".utf8)
      }
      try connection.send("\(Self.head)Content-Length: 5\r\nConnection: close\r\n\r\nab")
      pause()
      try connection.send("cde")
    }
  }

  @Test func areGivenUpIfALaterOneDoesNotEnd() async throws {
    let server = try LoopbackServer { connection in
      let isSecond = try connection.readRequest().target == "/next"
      try connection.send("\(Self.head)Connection: close\r\n\r\n")
      if isSecond { try Self.sendWithoutEnd(connection) }
    }
    let transfer = session.data(for: URLRequest(url: server.url()))
    // The clock knows nothing of the network: on a busy machine it would give up the first one.
    let second = try await server.connection(1)
    _ = try await second.request.value
    #expect(try await code(of: transfer) == .redirectTooLarge)
    try await second.peerClosed.timeout(.seconds(30)).value
  }

  @Test(
    arguments: ["", "Interim"],
    ["/", "/next"]
  )
  func mayBeShortAndWhatFollowsMayTakeItsTime(before kind: String, at path: String) async throws {
    try await deliversThoughTheServerPauses(at: path) { connection, pause in
      let isSecond = try connection.readRequest().target == "/next"
      if !isSecond {
        return try connection.respond(302, headers: ["Location": "/next"], body: "x".utf8)
      }
      if !kind.isEmpty { try connection.send("HTTP/1.1 103 \(kind)\r\nLink: </>\r\n\r\n") }
      pause()
      try connection.respond(body: "there".utf8)
    }
  }

  /// Expects that a transfer waits while its server pauses, and then delivers what that sends.
  private func deliversThoughTheServerPauses(
    at path: String,
    _ script: @escaping @Sendable (LoopbackConnection, _ pause: () -> Void) throws -> Void
  ) async throws {
    let isPausing = Promise<Void, any Error>()
    let mayContinue = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      try script(connection) {
        isPausing.succeed()
        mayContinue.wait()
      }
    }
    // A busy machine may need longer for the pause than a session waits for a byte by default.
    let request = URLRequest(url: server.url(path), timeoutInterval: 600)
    let transfer = session.data(for: request)
    try await isPausing.future.value
    // Longer than a header may take, and not as long as the session waits for a byte.
    for _ in 0..<200 {
      try await clock.waitForPendingTimers()
      clock.advance(by: .milliseconds(250))
    }
    #expect(!transfer.isSettled)
    mayContinue.signal()
    let (data, _) = try await transfer.timeout(.seconds(60)).value
    #expect(String(decoding: data, as: UTF8.self) == "there")
  }
}
#endif
