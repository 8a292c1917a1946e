#if PostgreSQL
import AppLinksServer
import AsyncHTTPClient
import DurableWorkflowsPostgreSQL
import Foundation
import Futures
import NIOCore
import NIOHTTP1
import Testing

/// Servers as processes of their own on one database, as on several machines.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL; see the standard error"))
struct DatabaseNodesTests {
  private func start(_ url: String, _ more: [String] = []) throws -> Program {
    try Program(["--store", url, "--trust-host", "127.0.0.1"] + more)
  }

  @Test func twoServersLoadAPageOnceAndShowNoPassword() async throws {
    let gate = Promise<Void, any Error>()
    let begun = Promise<Void, any Error>()
    let site = TestSite { _ in
      if !begun.future.isSettled { begun.succeed() }
      try await gate.future.value
      return .page(Pages.socks)
    }
    let url = try await TestServer.shared.get().makeDatabase()
    try await LiveServer.run(site) { live in
      defer { if !gate.future.isSettled { gate.succeed() } }
      // Both create the tables.
      let programs = [try start(url, ["--log-level", "debug"]), try start(url)]
      let addresses = [try await programs[0].address(), try await programs[1].address()]
      let replies = (0..<30).map { number in
        Future<Int, any Error> {
          try await live.status(of: addresses[number % 2] + live.questionByAddress("/socks/7"))
        }
      }
      try await begun.future.value
      gate.succeed()
      for reply in replies { #expect(try await reply.value == 200) }
      #expect(site.paths == ["/socks/7"])
      for program in programs {
        program.interrupt()
        #expect(try await program.end() == 0)
        #expect(!program.output.contains("secret"))
        #expect(program.output.contains("schema applinks"))
      }
    }
  }

  @Test func aServerLoadsWhatOneThatWasKilledHadBegun() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    try await KilledServer.expectOtherLoads { try start(url, $0) }
  }

  @Test func theDatabaseIsAwayForTenSeconds() async throws {
    let server = try await onThread { try Program.starting { try TestServer() } }
    let gate = Promise<Void, any Error>()
    let begun = Promise<Void, any Error>()
    let site = TestSite { path in
      if path == "/slow" {
        begun.succeed()
        try await gate.future.value
      }
      return .page(Pages.socks)
    }
    try await LiveServer.run(site) { live in
      defer { if !gate.future.isSettled { gate.succeed() } }
      let (one, other) = (try start(server.url), try start(server.url))
      let addresses = (try await one.address(), try await other.address())
      @Sendable func ask(_ path: String, _ address: String) async throws -> HTTPClientResponse {
        let request = HTTPClientRequest(url: address + live.questionByAddress(path))
        return try await live.client.execute(request, timeout: .seconds(60))
      }
      #expect(try await ask("/known", addresses.0).status == .ok)
      let slow = Future { try await ask("/slow", addresses.0).status.code }
      try await begun.future.value
      try await onThread {
        try Program.starting { try server.control("-m", "immediate", "stop") }
      }
      let end = ContinuousClock.now + .seconds(10)
      gate.succeed()
      // The load that was under way is answered, though it cannot be saved yet.
      #expect(try await slow.value == 200)
      var number = 0
      while ContinuousClock.now < end {
        number += 1
        #expect(try await ask("/known", addresses.0).status == .ok)
        let refused = try await ask("/new/\(number)", addresses.1)
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.headers.first(name: "retry-after") == "2")
        #expect(refused.headers.first(name: "content-type") == "application/problem+json")
      }
      #expect(site.paths.count == 2)
      try await onThread { try Program.starting { try server.control("start") } }
      while try await ask("/new", addresses.1).status == .serviceUnavailable {}
      // What was loaded while it was away is saved, and not loaded again by the other server. Its
      // lease has ended meanwhile, so another server that asks before loads it, too.
      let database = try LibPQDatabase(server.url)
      defer { database.close() }
      let saved = "SELECT FROM applinks.entries WHERE key LIKE $1"
      while try await database.query(saved, ["%slow"]).isEmpty {}
      #expect(try await ask("/slow", addresses.1).status == .ok)
      #expect(site.count("/slow") == 1)
      #expect(site.count("/new") == 1)
      for program in [one, other] {
        program.interrupt()
        #expect(try await program.end() == 0)
      }
    }
  }
}

/// Runs work that blocks on a thread of its own.
private func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  let promise = Promise<Value, any Error>()
  Thread.detachNewThread { promise.complete(Result { try body() }) }
  return try await promise.future.value
}
#endif
