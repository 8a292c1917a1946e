import AppLinksServer
import Foundation

#if PostgreSQL
import DurableWorkflowsPostgreSQL
#endif

/// Where several nodes have one store, whose time a test advances.
final class StorePlace: Sendable {
  enum Kind: String, Sendable {
    case sqlite, postgreSQL

    /// The kinds that there are here.
    static var all: [Kind] {
      #if PostgreSQL
      if TestServer.isThere { return [.sqlite, .postgreSQL] }
      #endif
      return [.sqlite]
    }
  }

  let time = ManualTime()
  private let kind: Kind
  private let folder: TemporaryFolder

  init(_ kind: Kind) async throws {
    self.kind = kind
    folder = try TemporaryFolder()
    #if PostgreSQL
    url = kind == .postgreSQL ? try await TestServer.shared.get().makeDatabase() : ""
    guard kind == .postgreSQL else { return }
    try await withDatabase { database in
      try await EntrySchema("applinks").migrate(database)
      try await database.query("CREATE TABLE test_time (now bigint)")
      try await database.query("INSERT INTO test_time VALUES (\(time.now))")
    }
    #endif
  }

  /// Opens the store for a node.
  ///
  /// - Parameter ahead: How far the clock of the node is ahead, which only nodes on several
  ///   machines can have.
  /// - Returns: The store.
  /// - Throws: An error if it cannot be opened.
  func node(ahead: Duration = .zero) async throws -> any EntryStore {
    let clock = WallClock { [time] in time.now + Int64(ahead / .milliseconds(1)) }
    #if PostgreSQL
    if kind == .postgreSQL {
      return try await PostgreSQLEntryStore(
        LibPQDatabase(url, options: .init(maxConnections: 2, connectTimeout: .seconds(60))),
        schema: EntrySchema("applinks"),
        clock: clock,
        systemTime: "(SELECT now FROM public.test_time)"
      )
    }
    #endif
    return try SQLiteEntryStore(path: folder.path("store"), clock: clock)
  }

  /// Advances the time of the nodes and of the store.
  func advance(by duration: Duration) async throws {
    time.advance(by: duration)
    #if PostgreSQL
    guard kind == .postgreSQL else { return }
    try await withDatabase { try await $0.query("UPDATE test_time SET now = \(time.now)") }
    #endif
  }

  #if PostgreSQL
  /// The URL of the database; empty if there is none.
  let url: String

  private func withDatabase(_ body: (LibPQDatabase) async throws -> Void) async throws {
    let database = try LibPQDatabase(url, options: .init(maxConnections: 1))
    defer { database.close() }
    try await body(database)
  }
  #endif
}
