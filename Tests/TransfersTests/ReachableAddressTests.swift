import Foundation
import LoopbackServer
import TestSupport
import Testing
import Transfers

@Suite(.timeLimit(.minutes(10)))
struct ReachableAddressTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer { _ in } }

  /// The addresses 127.0.0.N.
  private func addresses(_ numbers: UInt8...) -> [IPAddress] {
    numbers.compactMap { IPAddress("127.0.0.\($0)") }
  }

  @Test(arguments: [false, true])
  func areFoundBehindOneThatDoesNotAnswer(isKnown: Bool) async throws {
    let deaf = try Socket.deaf(at: 9, port: server.port)
    defer { for socket in deaf { socket.closeDescriptor() } }
    let finder = ReachableAddresses()
    for _ in 0..<(isKnown ? 2 : 1) {
      let start = ContinuousClock.now
      let address = try await finder.first(
        of: addresses(9, 1),
        port: Int(server.port),
        within: 300
      )
      #expect(address == addresses(1).first)
      #expect(ContinuousClock.now - start < .seconds(60))
    }
    // What is known needs no attempt.
    #expect(server.connectionCount <= 1)
  }

  @Test func areFoundBehindManyThatRefuseConnections() async throws {
    let address = try await ReachableAddresses(pause: .seconds(300)).first(
      of: addresses(9, 10, 11, 12, 13, 1),
      port: Int(server.port),
      within: 300
    )
    #expect(address == addresses(1).first)
  }

  @Test func thatFailAreLookedForAgain() async throws {
    let finder = ReachableAddresses()
    for attempt in 0..<3 {
      let address = try await finder.first(of: addresses(1, 9), port: Int(server.port), within: 300)
      #expect(address == addresses(1).first)
      _ = try await server.connection(attempt)
      // Another failure says nothing of the address.
      finder.didFail(address, URLError(.badServerResponse))
      _ = try await finder.first(of: addresses(1, 9), port: Int(server.port), within: 300)
      finder.didFail(address, URLError(attempt == 0 ? .cannotConnectToHost : .timedOut))
    }
    #expect(server.connectionCount == 3)
  }

  @Test func areNotTriedIfThereIsOnlyOne() async throws {
    let finder = ReachableAddresses()
    #expect(try await finder.first(of: [], port: 1, within: 1) == nil)
    #expect(try await finder.first(of: addresses(9), port: 1, within: 1) == addresses(9).first)
  }

  @Test func endWithTheTimeLimitIfNoneAnswers() async throws {
    let deaf = try Socket.deaf(at: 9, port: server.port)
    let other = try Socket.deaf(at: 10, port: server.port)
    defer { for socket in deaf + other { socket.closeDescriptor() } }
    await #expect(throws: URLError(.timedOut)) {
      try await ReachableAddresses().first(of: addresses(9, 10), port: Int(server.port), within: 1)
    }
  }

  @Test func areNoLongerLookedForWhenTheTaskIsCancelled() async throws {
    let deaf = try Socket.deaf(at: 9, port: server.port)
    let other = try Socket.deaf(at: 10, port: server.port)
    defer { for socket in deaf + other { socket.closeDescriptor() } }
    let search = Task { [port = server.port, addresses = addresses(9, 10)] in
      try await ReachableAddresses().first(of: addresses, port: Int(port), within: 300)
    }
    search.cancel()
    #expect(await search.result.failure is CancellationError)
  }
}
