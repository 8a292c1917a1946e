import AppLinksServer
import Foundation
import Futures
import GRDB
import JSONValues
import Testing

/// Several servers on one store, and servers without theirs.
@Suite struct NodesTests {
  @Test func twoServersLoadAPageOnce() async throws {
    let folder = try TemporaryFolder()
    let gate = Promise<Void, any Error>()
    let begun = Promise<Void, any Error>()
    let site = TestSite { _ in
      if !begun.future.isSettled { begun.succeed() }
      try await gate.future.value
      return .page(Pages.socks)
    }
    try await LiveServer.run(site, store: SQLiteEntryStore(path: folder.path("store"))) { one in
      // A site has one port; the other server finds it under its own name for it.
      var other = ServerOptions()
      other.port = 0
      other.trustedHosts = ["127.0.0.1"]
      let port = Promise<Int, any Error>()
      let server = try AppLinksServer(
        options: other,
        logger: .quiet,
        store: SQLiteEntryStore(path: folder.path("store"))
      ) { port.succeed($0) }
      try await running(server) {
        let second = LiveServer(
          site: site,
          sitePort: one.sitePort,
          port: try await port.future.value,
          client: one.client
        )
        let question = one.questionByAddress("/socks/7")
        let replies = (0..<40).map { number in
          Future<Int, any Error> {
            try await (number.isMultiple(of: 2) ? one : second).get(question).status
          }
        }
        try await begun.future.value
        gate.succeed()
        for reply in replies { #expect(try await reply.value == 200) }
        #expect(site.paths == ["/socks/7"])
      }
    }
  }

  @Test func aServerLoadsWhatOneThatWasKilledHadBegun() async throws {
    let folder = try TemporaryFolder()
    try await KilledServer.expectOtherLoads { more in
      try Program(["--store", folder.path("store"), "--trust-host", "127.0.0.1"] + more)
    }
  }

  @Test func answersWhileTheStoreIsAway() async throws {
    try await LiveServer.run(Pages.shop(), store: BrokenStore()) { live in
      let question = live.question("page", "/socks/7")
      for _ in 0..<3 { #expect(try await live.get(question).status == 200) }
      #expect(live.site.paths == ["/socks/7"])
      let health = try await live.get("/health").json
      #expect(health["store"] == "away")
    }
  }

  @Test func answersWhileAnotherProcessLocksTheStore() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteEntryStore(path: folder.path("store"))
    try await LiveServer.run(Pages.shop(), store: store) { live in
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let other = try DatabaseQueue(path: folder.path("store"), configuration: configuration)
      let held = Promise<Void, any Error>()
      let free = DispatchSemaphore(value: 0)
      let lock = Promise<Void, any Error>()
      DispatchQueue.global().async {
        do {
          try other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN EXCLUSIVE")
            held.succeed()
            free.wait()
            try db.execute(sql: "COMMIT")
          }
          lock.succeed()
        } catch {
          lock.fail(error)
        }
      }
      try await held.future.value
      let question = live.question("page", "/socks/7")
      let replies = (0..<10).map { number in
        Future<Int, any Error> { try await live.get("\(question)%3F\(number)").status }
      }
      for reply in replies { #expect(try await reply.value == 200) }
      free.signal()
      try await lock.future.value
      // Each was loaded once, and nothing was lost.
      #expect(live.site.paths.count == 10)
    }
  }

  @Test func answersWhenTheDiskIsFull() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA max_page_count = 16") }
    let pool = try DatabasePool(path: folder.path("store"), configuration: configuration)
    let lines = LogLines()
    try await LiveServer.run(Pages.shop(), store: SQLiteEntryStore(pool), logger: lines.logger) {
      live in
      for number in 0..<40 {
        let reply = try await live.get(live.question("page", "/socks/7?\(number)"))
        #expect(reply.status == 200)
      }
      let text = try await live.get("/metrics").body
      let failures = text.split(separator: "\n").first {
        $0.hasPrefix(#"applinks_store_failures{kind="page"}"#)
      }
      #expect(failures?.hasSuffix(" 0") == false)
    }
    #expect(lines.all.contains { $0.contains("full") })
  }
}
