#if PostgreSQL
internal import CPostgreSQL
internal import Foundation

/// A statement for a connection.
struct LibPQStatement: Sendable {
  let sql: String
  var parameters: [PostgreSQLValue] = []
  /// Whether the statement is prepared, because it will be executed again.
  var isPrepared = false
  /// The deadline; `nil` for none.
  var deadline: ContinuousClock.Instant?

  var isLate: Bool { deadline.map { .now >= $0 } ?? false }
}

/// The parameters of a statement in C memory, which is freed with this object.
///
/// Each pointer was returned by `strdup` or `malloc` and does not change until then.
final class LibPQParameters {
  private static let bytea: Oid = 17
  let count: Int
  let types: [Oid]
  private let values: [UnsafeMutablePointer<CChar>?]
  private let lengths: [Int32]
  private let formats: [Int32]

  /// - Throws: `PostgreSQLError` if a text would be truncated.
  init(_ parameters: [PostgreSQLValue], _ info: ConnectionInfo) throws {
    for case .text(let text) in parameters where text.utf8.contains(0) {
      throw info.error(.nullCharacter)
    }
    count = parameters.count
    types = Self.types(parameters)
    values = parameters.map { parameter in
      guard case .bytes(let bytes) = parameter else { return parameter.literal.map { strdup($0) } }
      return bytes.withUnsafeBytes { bytes in
        guard let copy = malloc(max(1, bytes.count)) else { return nil }
        if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
        return copy.assumingMemoryBound(to: CChar.self)
      }
    }
    lengths = parameters.map { Int32(clamping: $0.bytes?.count ?? 0) }
    formats = parameters.map { if case .bytes = $0 { 1 } else { 0 } }
  }

  deinit { for value in values { free(value) } }

  /// Returns the types that the server does not infer.
  static func types(_ parameters: [PostgreSQLValue]) -> [Oid] {
    parameters.map { if case .bytes = $0 { bytea } else { 0 } }
  }

  func withPointers(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>)
      -> Int32
  ) -> Int32 {
    let pointers = values.map { UnsafePointer($0) }
    return pointers.withUnsafeBufferPointer { pointers in
      lengths.withUnsafeBufferPointer { lengths in
        formats.withUnsafeBufferPointer { formats in
          // An empty array may have no address.
          guard let pointers = pointers.baseAddress, let lengths = lengths.baseAddress,
            let formats = formats.baseAddress
          else {
            return withUnsafePointer(to: nil) { none in
              withUnsafePointer(to: 0) { zero in body(none, zero, zero) }
            }
          }
          return body(pointers, lengths, formats)
        }
      }
    }
  }
}

/// C strings that are valid for the duration of a call.
enum CStrings {
  /// Calls a function with an array of texts that ends with a null pointer.
  static func with<Value>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
#endif
