import Foundation
import Futures
import FuturesTesting
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server sees of transfers that are not needed any more.
@Suite(.timeLimit(.minutes(10)))
struct ScopedTransferTests {
  private let session = TransferSession(configuration: .ephemeral)
  /// The connections that are open.
  private let open = Counter()

  /// A server that answers at `/now`, and otherwise waits until the client closes the connection.
  private func server() throws -> LoopbackServer {
    try LoopbackServer { [open] connection in
      open.add()
      defer { open.add(-1) }
      if try connection.readRequest().target == "/now" {
        try connection.respond(body: "here".utf8)
      } else {
        connection.waitForPeerToClose()
      }
    }
  }

  private func closings(_ server: LoopbackServer, _ indices: Range<Int>) async throws {
    for index in indices { try await server.connection(index).peerClosed.value }
  }

  @Test func aRaceClosesTheConnectionOfTheLoser() async throws {
    let (slow, fast) = (try server(), try server())
    let hasStarted = Promise<Void, any Error>()
    let result = Future { [session] in
      try await withRace {
        session.data(for: URLRequest(url: slow.url("/later"))).map { $0.0 }.flatMap {
          Future(value: $0)
        }
      } or: {
        hasStarted.future.flatMap { session.data(for: URLRequest(url: fast.url("/now"))) }.map {
          $0.0
        }
      }
    }
    _ = try await slow.connection().request.value
    #expect(open.value == 1)
    hasStarted.succeed()
    #expect(try await result.value == Data("here".utf8))
    try await closings(slow, 0..<1)
    #expect(slow.connectionCount == 1)
  }

  @Test func aTimeOutClosesTheConnection() async throws {
    let server = try server()
    let clock = ManualClock()
    let result = Future { [session] in
      try await withTimeout(.seconds(1), clock: clock) {
        session.data(for: URLRequest(url: server.url("/later"))).map { $0.0.count }
      }
    }
    _ = try await server.connection().request.value
    clock.advance(by: .seconds(1))
    #expect(await result.result.failure is TimeoutError)
    try await closings(server, 0..<1)
  }

  @Test func aTimeOutInsideOfRetryKeepsNoConnectionOpen() async throws {
    let server = try server()
    let clock = ManualClock()
    let result = Future { [session] in
      try await withRetry(RetryPolicy(attempts: 3)) {
        try await withTimeout(.seconds(1), clock: clock) {
          session.data(for: URLRequest(url: server.url("/later"))).map { $0.0.count }
        }
      }
    }
    for attempt in 0..<3 {
      _ = try await server.connection(attempt).request.value
      clock.advance(by: .seconds(1))
      try await closings(server, attempt..<(attempt + 1))
    }
    #expect(await result.result.failure is TimeoutError)
    #expect(server.connectionCount == 3)
  }

  @Test func aCancelledTraversalOfAThousandClosesItsConnections() async throws {
    let server = try server()
    let settled = Counter()
    let result = (0..<1000).traverse { [session] number in
      session.data(for: URLRequest(url: server.url("/\(number)")))
        .onComplete { _ in settled.add() }
        .map { $0.0.count }
    }
    // Foundation opens a few connections to a host at a time.
    _ = try await server.connection(2).request.value
    result.cancel()
    #expect(settled.value == 1000)
    // Nothing is left in the queue of the session: what it is asked next is next. While it cancels,
    // it still starts some of those that wait, which close as well.
    let (body, _) = try await session.data(for: URLRequest(url: server.url("/now"))).value
    #expect(body == Data("here".utf8))
    let opened = server.connectionCount
    #expect(opened < 1000)
    try await closings(server, 0..<opened)
  }

  @Test func aTransferOfTheScopeIsClosedWithTheTask() async throws {
    let server = try server()
    let task = Task { [session] in
      try await withCancellationScope {
        try await session.data(for: URLRequest(url: server.url("/later"))).value.0
      }
    }
    _ = try await server.connection().request.value
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await closings(server, 0..<1)
  }

  @Test func aTaskThatStopsWaitingLeavesTheTransferAlone() async throws {
    let mayAnswer = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      _ = mayAnswer.future.wait()
      try connection.respond(body: "late".utf8)
    }
    let page = session.data(for: URLRequest(url: server.url()))
    let waiting = Task { try await page.value }
    _ = try await server.connection().request.value
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    mayAnswer.succeed()
    #expect(try await page.value.0 == Data("late".utf8))
  }

  @Test func anotherTransferGoesOn() async throws {
    let server = try server()
    let shared = session.data(for: URLRequest(url: server.url("/later")))
    _ = try await server.connection().request.value
    let count = try await withRace {
      shared.map { $0.0.count }
    } or: {
      Future(value: 0)
    }
    #expect(count == 0)
    #expect(!shared.isSettled)
    #expect(open.value == 1)
    shared.cancel()
    try await closings(server, 0..<1)
  }
}
