#if PostgreSQL
@_spi(Stores) import DurableWorkflowsTesting
import Foundation
import Synchronization
import Testing

@testable import DurableWorkflowsPostgreSQL

/// A database on the server, with any number of stores, each in its own schema.
final class StoreBench: Sendable {
  private static let opening = Task { try await StoreBench() }

  /// The bench that tests without special requirements share.
  static var shared: StoreBench { get async throws { try await opening.value } }

  let url: String
  let database: LibPQDatabase
  private let schemas = Mutex(0)

  private init() async throws {
    url = try await TestServer.shared.get().makeDatabase()
    database = try LibPQDatabase(url, options: .init(connectTimeout: .seconds(60)))
  }

  /// Returns options with a schema that does not exist yet.
  func newOptions(listens: Bool = true) -> PostgreSQLRunStoreOptions {
    let number = schemas.withLock { number in
      number += 1
      return number
    }
    return PostgreSQLRunStoreOptions(schema: "store \(number)", listens: listens)
  }

  /// Opens a store with the clock of the server.
  func store() async throws -> PostgreSQLRunStore {
    try await PostgreSQLRunStore(database, options: newOptions())
  }

  /// A store whose time passes only when a test advances it.
  struct Timed {
    let store: PostgreSQLRunStore
    let pass: @Sendable (Duration) async throws -> Void
  }

  /// Opens a store whose time passes only when a test advances it.
  func timed(over other: (any PostgreSQLDatabase)? = nil) async throws -> Timed {
    let options = newOptions(listens: false)
    let clock = "\"clock of \(options.schema)\""
    try await database.query("CREATE TABLE \(clock) (time bigint)")
    try await database.query("INSERT INTO \(clock) VALUES (1700000000000)")
    let store = try await PostgreSQLRunStore(
      other ?? database,
      options: options,
      systemTime: "(SELECT time FROM \(clock))"
    )
    return Timed(store: store) { [database] duration in
      let milliseconds = Int(duration / .milliseconds(1))
      try await database.query(
        "UPDATE \(clock) SET time = time + $1::bigint",
        [.integer(milliseconds)]
      )
    }
  }

  /// Waits until a statement that contains a text waits for a lock.
  func untilALockIsWaited(by text: String) async throws {
    for _ in 0..<20_000 {
      let rows = try await database.query(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%' || $1::text || '%'
        """,
        [.text(text)]
      )
      if rows.first?[0].integer ?? 0 > 0 { return }
      await Task.yield()
    }
    Issue.record("no statement with \(text) waits")
  }

  func subject(over other: (any PostgreSQLDatabase)? = nil) async throws
    -> RunStoreConformance.Subject
  {
    let timed = try await timed(over: other)
    return RunStoreConformance.Subject(timed.store, passTime: timed.pass)
  }
}
#endif
