public import Foundation

/// A codec that converts inputs, outputs, and signals to and from the data that a store keeps.
///
/// ``JSONRunCodec`` is the default. Write your own codec to compress or to encrypt. Keep everything
/// it needs to read older data, because runs outlive the code that wrote them.
public protocol RunCodec: Sendable {
  /// Encodes a value.
  ///
  /// A second submission of a run is recognized by the data of its input. If the data differs,
  /// ``DurableRuns`` decodes both inputs, and compares them with `==` if they are `Equatable`, and
  /// as JSON otherwise. In your own transaction, only the data is compared: equal inputs of those
  /// runs have to produce the same data, which sets and encryption do not.
  ///
  /// - Parameter value: The value.
  /// - Returns: The data for the store.
  /// - Throws: An error that fails the step whose output it is.
  func encode(_ value: some Encodable) throws -> Data

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: Data that ``encode(_:)`` returned, possibly in an earlier version of the code.
  /// - Returns: The value.
  /// - Throws: An error that sets the run aside.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// A codec that stores values as JSON with sorted keys.
///
/// A `Date` is stored in milliseconds, and can differ by less than a microsecond when it is read.
/// An optional inside an optional is `nil` if either is, because JSON has one `null`.
public struct JSONRunCodec: RunCodec {
  /// What becomes of numbers that are infinite or not a number, which JSON does not have.
  public enum NonFiniteNumbers: Hashable, Sendable {
    /// Encoding them is an error.
    case refused
    /// They are the strings `"Infinity"`, `"-Infinity"`, and `"NaN"`.
    ///
    /// The codec reads these strings as numbers in either case.
    case strings
  }

  private static func makeEncoder(
    _ strategy: JSONEncoder.NonConformingFloatEncodingStrategy
  ) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.nonConformingFloatEncodingStrategy = strategy
    return encoder
  }

  private static let encoder = makeEncoder(.throw)
  private static let encoderOfStrings = makeEncoder(
    .convertToString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  )
  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    return decoder
  }()

  private let nonFiniteNumbers: NonFiniteNumbers

  /// Creates the codec.
  ///
  /// - Parameter nonFiniteNumbers: What becomes of numbers that are infinite or not a number.
  public init(nonFiniteNumbers: NonFiniteNumbers = .refused) {
    self.nonFiniteNumbers = nonFiniteNumbers
  }

  /// Encodes a value as JSON.
  public func encode(_ value: some Encodable) throws -> Data {
    if let data = PlainJSON.encode(value) { return data }
    switch nonFiniteNumbers {
    case .refused: return try Self.encoder.encode(value)
    case .strings: return try Self.encoderOfStrings.encode(value)
    }
  }

  /// Decodes a value from JSON.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try PlainJSON.decode(type, from: data) ?? Self.decoder.decode(type, from: data)
  }
}
