internal import Foundation

extension JSONValue: Codable {
  /// Creates a value from a decoder.
  ///
  /// The result depends on how the decoder represents numbers: `JSONDecoder` decodes `1.0` as the
  /// integer `1`, and integers of more than 38 digits as a rounded `Double`.
  /// `init(parsing:options:)` preserves both.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError`, if the decoder contains a value that JSON cannot represent.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      var members: [String: JSONValue] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try JSONValue(scalar: decoder.singleValueContainer())
    }
  }

  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self), let big = BigInteger("\(value)") {
      self = .bigInteger(big)
    } else if let value = try? container.decode(Double.self) {
      self =
        JSONValue.exactInteger(near: value, container).map { .bigInteger($0) } ?? .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Returns a large integer that a `Double` would round, if the decoder provides its digits.
  private static func exactInteger(
    near value: Double,
    _ container: any SingleValueDecodingContainer
  ) -> BigInteger? {
    // As a `Double`, the largest integers of 38 digits are rounded to one of 39 digits.
    guard value.magnitude <= 1e38, value == value.rounded() else { return nil }
    guard let decimal = try? container.decode(Decimal.self) else { return nil }
    return BigInteger("\(decimal)").flatMap { $0.fitsDecimal ? $0 : nil }
  }

  /// Encodes the value.
  ///
  /// To encode JSON text directly and deterministically, use ``encoded(maximumDepth:)``.
  ///
  /// - Parameter encoder: The encoder, which determines the encoding of numbers that are not
  ///   finite.
  /// - Throws: An error of the encoder, or `EncodingError` for an integer of more than 38 digits,
  ///   which an encoder cannot represent.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: JSONKey.self)
      for (name, value) in members { try container.encode(value, forKey: JSONKey(name)) }
    default:
      try encodeScalar(to: encoder)
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .bigInteger(let value):
      if let small = value.uint64 {
        try container.encode(small)
      } else if value.fitsDecimal, let decimal = Decimal(string: value.digits) {
        try container.encode(decimal)
      } else {
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "The integer has more than 38 digits. Write it with encoded()."
          )
        )
      }
    case .null, .array, .object: try container.encodeNil()
    }
  }
}

/// The name of a member.
private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue.BigInteger {
  /// Whether a `Decimal` can represent all digits of the number, which are at most 38.
  fileprivate var fitsDecimal: Bool { digits.utf8.count { $0 != UInt8(ascii: "-") } <= 38 }
}
