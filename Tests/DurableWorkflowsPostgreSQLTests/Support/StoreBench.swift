#if PostgreSQL
import DurableWorkflowsTesting
import Foundation
import Synchronization

@testable import DurableWorkflowsPostgreSQL

/// A database of the server, with any number of stores in schemas of their own.
final class StoreBench: Sendable {
  private static let opening = Task { try await StoreBench() }

  /// The one that tests share which have no wish of their own.
  static var shared: StoreBench { get async throws { try await opening.value } }

  let database: LibPQDatabase
  private let schemas = Mutex(0)

  init() async throws {
    database = try await LibPQDatabase(TestServer.shared.get().makeDatabase())
  }

  deinit { database.close() }

  private func schema() -> String {
    schemas.withLock { number in
      number += 1
      return "store \(number)"
    }
  }

  /// A store with the clock of the server.
  func store() async throws -> PostgreSQLRunStore {
    try await PostgreSQLRunStore(database, options: .init(schema: schema()))
  }

  /// A store whose time passes only when it is told to.
  func subject() async throws -> RunStoreConformance.Subject {
    let schema = schema()
    let clock = "\"clock of \(schema)\""
    try await database.query("CREATE TABLE \(clock) (time bigint)")
    try await database.query("INSERT INTO \(clock) VALUES (1700000000000)")
    let store = try await PostgreSQLRunStore(
      database,
      options: .init(schema: schema, listens: false),
      systemTime: "(SELECT time FROM \(clock))"
    )
    return RunStoreConformance.Subject(store) { [database] duration in
      let milliseconds = Int(duration / .milliseconds(1))
      _ = try await database.query(
        "UPDATE \(clock) SET time = time + $1::bigint",
        [.integer(milliseconds)]
      )
    }
  }
}
#endif
