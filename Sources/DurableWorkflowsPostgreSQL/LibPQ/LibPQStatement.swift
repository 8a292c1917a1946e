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

/// The parameters of a statement, as libpq takes them.
struct LibPQParameters {
  private static let bytea: Oid = 17
  private let parameters: [PostgreSQLValue]
  /// The values one after another, each with a null character at its end.
  private var content: [UInt8] = []
  /// The beginnings of the values in the content; `nil` for `NULL`.
  private var places: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  var count: Int { parameters.count }
  var types: [Oid] { Self.types(parameters) }

  /// - Throws: `PostgreSQLError` if a text would be truncated.
  init(_ parameters: [PostgreSQLValue], _ info: ConnectionInfo) throws {
    self.parameters = parameters
    content.reserveCapacity(32 * parameters.count)
    places.reserveCapacity(parameters.count)
    lengths.reserveCapacity(parameters.count)
    formats.reserveCapacity(parameters.count)
    for parameter in parameters {
      let start = content.count
      switch parameter {
      case .null: places.append(nil)
      case .bytes(let bytes):
        places.append(start)
        content.append(contentsOf: bytes)
      case .text(let text):
        if text.utf8.contains(0) { throw info.error(.nullCharacter) }
        places.append(start)
        content.append(contentsOf: text.utf8)
      case .boolean, .integer:
        places.append(start)
        content.append(contentsOf: (parameter.literal ?? "").utf8)
      }
      lengths.append(Int32(clamping: content.count - start))
      formats.append(parameter.bytes == nil ? 0 : 1)
      content.append(0)
    }
  }

  /// Returns the types that the server does not infer.
  static func types(_ parameters: [PostgreSQLValue]) -> [Oid] {
    parameters.map { if case .bytes = $0 { bytea } else { 0 } }
  }

  /// Calls a function with the values, their lengths and their formats.
  ///
  /// The pointers are valid only during the call: they point into the arrays of this value.
  func withPointers(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>)
      -> Int32
  ) -> Int32 {
    content.withUnsafeBufferPointer { content in
      content.withMemoryRebound(to: CChar.self) { content in
        withPointers(into: content.baseAddress, body)
      }
    }
  }

  private func withPointers(
    into start: UnsafePointer<CChar>?,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>)
      -> Int32
  ) -> Int32 {
    let pointers = places.map { place in place.flatMap { place in start.map { $0 + place } } }
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
