import Futures
import Synchronization
import Testing

/// Two servers on one store, of which one is killed while it loads a page.
enum KilledServer {
  /// Expects that the other server loads the page itself.
  ///
  /// - Parameter start: Starts a server on the store, with more arguments.
  /// - Throws: What keeps the servers from being asked.
  static func expectOtherLoads(_ start: ([String]) throws -> Program) async throws {
    let count = Mutex(0)
    let killed = Promise<Void, any Error>()
    let begun = Promise<Void, any Error>()
    let site = TestSite { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 {
        begun.succeed()
        // Until the server is killed.
        try await killed.future.value
      }
      return .page(Pages.socks)
    }
    try await LiveServer.run(site) { live in
      defer { if !killed.future.isSettled { killed.succeed() } }
      let timeout = ["--timeout", "5"]
      let (dying, surviving) = (try start(timeout), try start(timeout))
      let question = live.questionByAddress("/socks/7")
      let lost = Future<Int, any Error> { [address = try await dying.address()] in
        try await live.status(of: address + question)
      }
      try await begun.future.value
      dying.crash()
      _ = try await dying.end()
      killed.succeed()
      await #expect(throws: (any Error).self) { try await lost.value }
      // It waits for the end of the lease, and loads the page itself.
      let address = try await surviving.address()
      #expect(try await live.status(of: address + question) == 200)
      #expect(count.withLock { $0 } == 2)
      surviving.interrupt()
      #expect(try await surviving.end() == 0)
    }
  }
}
