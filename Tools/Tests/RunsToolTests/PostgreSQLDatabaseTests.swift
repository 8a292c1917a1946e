#if PostgreSQL
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import JSONValues
import Testing
import ToolTestSupport

/// The tool on a server, which answers as it does on any other store.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL; see the standard error"))
struct PostgreSQLDatabaseTests {
  /// The password of the server.
  private static let password = "secret"

  /// Creates a database with a run of each status, and returns its URL.
  private func makeOrders() async throws -> String {
    let url = try await TestServer.shared.get().makeDatabase()
    _ = try await Orders.ofEachStatus(in: Orders(in: RunStore.postgreSQL(url)))
    return url
  }

  private func tool(_ words: [String], on url: String, input: String = "") async -> ToolRun {
    await ToolRun(words: words, on: nil, input: input, environment: ["TENON_STORE": url])
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["list", "--status", "failed", "--limit", "1"],
    ["list", "--after", "order-6"], ["show", "order-1"], ["show", "order-1", "--values", "--json"],
    ["show", "order-2"], ["show", "order-3"], ["show", "order-5", "--json"], ["show", "order-9"],
    ["watch", "--looks", "1"], ["watch", "order-2"], ["watch", "order-1", "--json"],
    ["cancel", "order-3", "order-1", "order-9"], ["retry", "order-2", "order-1"],
    ["retry", "order-1", "--as", "order-8", "--from", "/fulfil order/charge"],
    ["send", "order-3", "approval", #"{"by": "Mia"}"#], ["send", "order-1", "approval", "1"],
    ["purge", "--older-than", "1h", "--dry-run"], ["purge", "--older-than", "0s"],
  ])
  func eachCommandAnswersAsOnAnotherStore(words: [String]) async throws {
    let url = try await makeOrders()
    let here = await tool(words, on: url)
    let there = await ToolRun(words: words, on: try await Orders.ofEachStatus().store)
    #expect(here.timeless == there.timeless)
  }

  @Test(arguments: [["schedules"], ["schedules", "--json"], ["unschedule", "often", "never"]])
  func schedulesAreThoseOfTheDatabase(words: [String]) async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let store = try await RunStore.postgreSQL(url)
    let orders = Orders()
    try await orders.schedule()
    do { try await Orders(in: store).schedule() } catch is UnsupportedByStore { return }
    let here = await tool(words, on: url)
    #expect(here.timeless == (await ToolRun(words: words, on: orders.store)).timeless)
  }

  @Test func theTablesMayBeInAnotherSchema() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    _ = try await RunStore.postgreSQL(url, options: .init(schema: "shop"))
    let none = "There are no runs in this store.\n"
    #expect(await tool(["list", "--schema", "shop"], on: url).output == none)
    let environment = ["TENON_STORE": url, "TENON_SCHEMA": "shop"]
    #expect(await ToolRun(words: ["list"], on: nil, environment: environment).output == none)
  }

  @Test func aScreenThatOnlyShowsNeedsOnlyToRead() async throws {
    let url = try await makeOrders()
    let database = try LibPQDatabase(url)
    defer { database.close() }
    for statement in [
      "CREATE ROLE looker LOGIN PASSWORD '\(Self.password)'",
      "GRANT USAGE ON SCHEMA tenon TO looker",
      "GRANT SELECT ON ALL TABLES IN SCHEMA tenon TO looker",
    ] {
      try await database.query(statement)
    }
    let store = try await RunStore.postgreSQL(url.replacing("//tenon:", with: "//looker:"))
    let visitor = try Visitor(of: store, isReadOnly: true)
    for target in [
      "/", "/?status=failed&queue=mail&from=2026-01-01T00%3A00", "/run?id=order-1",
      "/run?id=order-3", "/value?id=order-1&of=input", "/trace.svg?id=order-1", "/queues",
      "/schedules",
    ] {
      let page = try await visitor.get(target)
      #expect(page.code == 200, "\(target): \(page.text)")
    }
  }

  @Test func aDatabaseWithoutRunsIsLeftAsItIs() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let run = await tool(["list"], on: url)
    #expect(run.code == 2)
    #expect(run.errors.first?.contains("has no runs: there is no schema 'tenon'") == true)
    let rows = try await LibPQDatabase(url).query(
      "SELECT count(*) FROM pg_namespace WHERE nspname = 'tenon'",
      []
    )
    #expect(rows[0][0].integer == 0)
  }

  // MARK: What is secret

  @Test func noErrorOfAConnectionHasAPassword() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let wrong = url.replacing(":\(Self.password)@", with: ":SeCrEt@")
    let cases = [
      wrong, url.replacing("/test_", with: "/missing_"), wrong + "&sslmode=SeCrEt",
      "postgresql://mia:SeCrEt@/orders?host=/nowhere", "postgres://mia:SeCrEt%ZZ@db/orders",
      "host=/nowhere dbname=orders user=mia password=SeCrEt",
    ]
    for url in cases {
      for words in [["list"], ["list", "--store", url], ["show", "a", "--store=\(url)"]] {
        let run = await ToolRun(words: words, on: nil, environment: ["TENON_STORE": url])
        #expect(run.code == 2, "\(run.errors)")
        #expect(run.errors.count == 1 && run.output.isEmpty)
        let line = run.errors.first ?? ""
        #expect(!line.contains("SeCrEt") && !line.contains(Self.password), "\(line)")
      }
    }
  }

  @Test func thePasswordMayComeFromTheEnvironment() async throws {
    let url = try await makeOrders()
    // Of the process, because libpq reads it there.
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let program = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    let process = Process()
    let output = Pipe()
    process.executableURL = program.appending(path: "tenon-runs")
    process.arguments = ["list", "--json"]
    process.environment = [
      "TENON_STORE": url.replacing(":\(Self.password)@", with: "@"), "PGPASSWORD": Self.password,
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(try JSONValue(parsing: text)["counts"] != nil)
    #expect(!text.contains(Self.password))
  }
}
#endif
