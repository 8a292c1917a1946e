#if SQLite || PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation

#if SQLite
import DurableWorkflowsSQLite
#endif
#if PostgreSQL
import DurableWorkflowsPostgreSQL
#endif

/// Where runs are kept: the path of a file, or the URL of a server.
struct DurablePlace {
  struct NotBuiltIn: Error {}

  let text: String

  init(_ text: String) { self.text = text }

  /// Whether it may be out of reach for a time.
  var mayBeAway: Bool { text.hasPrefix("postgresql:") }

  func open() async throws -> any RunStorage {
    #if PostgreSQL
    if mayBeAway {
      while true {
        do {
          return try await PostgreSQLRunStore(LibPQDatabase(text))
        } catch let error as PostgreSQLError where error.isOfAServerThatIsAway {
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }
    #endif
    #if SQLite
    return try await SQLiteRunStore(at: URL(filePath: text))
    #else
    throw NotBuiltIn()
    #endif
  }
}

#if PostgreSQL
extension PostgreSQLError {
  fileprivate var isOfAServerThatIsAway: Bool {
    [.unreachable, .connectionLost, .commitInDoubt, .timedOut].contains(reason)
  }
}
#endif
#endif
