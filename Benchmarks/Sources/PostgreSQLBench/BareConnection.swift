#if PostgreSQL
import CLibPQ
import Foundation

/// A connection of libpq that blocks its thread.
final class BareConnection {
  struct Refused: Error { let message: String }

  private let connection: OpaquePointer

  init(_ url: String) { connection = PQconnectdb(url) }

  deinit { PQfinish(connection) }

  func prepare(_ name: String, _ sql: String) throws {
    let result = PQprepare(connection, name, sql, 0, nil)
    defer { PQclear(result) }
    if PQresultStatus(result) != PGRES_COMMAND_OK { throw refusal }
  }

  private var refusal: Refused { Refused(message: String(cString: PQerrorMessage(connection))) }

  /// Executes a prepared statement.
  ///
  /// - Returns: The first column of its first row, if it returns rows.
  @discardableResult
  func execute(_ name: String, _ values: String?...) throws -> String {
    let copies = values.map { value in value.map { strdup($0) } ?? nil }
    defer { copies.forEach { free($0) } }
    let pointers = copies.map { UnsafePointer($0) }
    let result = PQexecPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK: return PQgetvalue(result, 0, 0).map { String(cString: $0) } ?? ""
    case PGRES_COMMAND_OK: return ""
    default: throw refusal
    }
  }
}
#endif
