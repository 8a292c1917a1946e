internal import Foundation

/// The coding of a value of one type, determined where the type is known to be `Codable` or `Void`.
struct PayloadCoding<Value: Sendable>: Sendable {
  /// The name of the type.
  var type = "\(Value.self)"
  let encode: @Sendable (Value, any RunCodec) throws -> Data
  let decode: @Sendable (Data, any RunCodec) throws -> Value
}

extension PayloadCoding {
  /// Returns whether data contains equal values.
  ///
  /// Equal values can have different data: sets in an order of their own, and what is encrypted.
  func areEqual(_ one: Data, _ other: Data, _ codec: any RunCodec) -> Bool {
    guard let one = try? decode(one, codec), let other = try? decode(other, codec) else {
      return false
    }
    if let one = one as? any Equatable { return one.isEqual(to: other) }
    let plain = JSONRunCodec()
    guard let one = try? encode(one, plain), let other = try? encode(other, plain) else {
      return false
    }
    return one == other
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}

extension PayloadCoding where Value: Codable {
  static var codable: PayloadCoding {
    PayloadCoding(
      encode: { value, codec in try codec.encode(value) },
      decode: { data, codec in try codec.decode(Value.self, from: data) }
    )
  }
}

extension PayloadCoding where Value == Void {
  static var void: PayloadCoding {
    PayloadCoding(encode: { _, _ in Data() }, decode: { _, _ in })
  }
}

extension PayloadCoding {
  /// Returns a coding of the values of branches as an array, with each value encoded separately.
  static func tuple<each Part: Codable & Sendable>(
    of parts: repeat (each Part).Type
  ) -> PayloadCoding where Value == (repeat each Part) {
    PayloadCoding(
      encode: { value, codec in
        var encoded: [Data] = []
        repeat encoded.append(try codec.encode(each value))
        return try codec.encode(encoded)
      },
      decode: { data, codec in
        var rest = try codec.decode([Data].self, from: data)[...]
        func next<One: Decodable>(_ type: One.Type) throws -> One {
          guard let data = rest.popFirst() else { throw MissingBranchOutput() }
          return try codec.decode(type, from: data)
        }
        return (repeat try next((each Part).self))
      }
    )
  }
}

private struct MissingBranchOutput: Error, CustomStringConvertible {
  var description: String { "The record has the outputs of fewer branches than there are now." }
}
