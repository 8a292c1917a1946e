#if PostgreSQL
internal import CPostgreSQL
internal import Foundation

/// An answer from a connection.
///
/// It reads the pointers of a result before the result is freed.
struct LibPQAnswer: Sendable {
  var rows: [PostgreSQLRow] = []
  /// The executed command, such as `COMMIT`.
  var command = ""

  init() {}

  init(_ result: OpaquePointer) {
    command = PQcmdStatus(result).map { String(cString: $0) } ?? ""
    let columns = 0..<PQnfields(result)
    let types = columns.map { PQftype(result, $0) }
    let count = PQntuples(result)
    rows.reserveCapacity(Int(count))
    for row in 0..<count {
      rows.append(
        PostgreSQLRow(
          columns.map { column in
            if PQgetisnull(result, row, column) != 0 { return .null }
            guard let value = PQgetvalue(result, row, column) else { return .null }
            let length = Int(PQgetlength(result, row, column))
            return Self.value(value, length, type: types[Int(column)])
          }
        )
      )
    }
  }

  private static func value(
    _ value: UnsafePointer<CChar>,
    _ length: Int,
    type: Oid
  ) -> PostgreSQLValue {
    switch type {
    case 16: return .boolean(value.pointee == UInt8(ascii: "t"))
    case 17: if let bytes = bytes(value) { return .bytes(bytes) }
    default: break
    }
    let text = String(
      decoding: UnsafeRawBufferPointer(start: value, count: length),
      as: UTF8.self
    )
    if [20, 21, 23].contains(type), let number = Int(text) { return .integer(number) }
    return .text(text)
  }

  /// Returns the bytes of a text such as `\x0aff`, or `nil` if there is no memory for them.
  private static func bytes(_ text: UnsafePointer<CChar>) -> Data? {
    var count = 0
    guard let bytes = PQunescapeBytea(text, &count) else { return nil }
    defer { PQfreemem(bytes) }
    return Data(bytes: bytes, count: count)
  }
}
#endif
