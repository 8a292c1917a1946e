public import Foundation

/// A codec that converts inputs, outputs, and signals to and from the data that a store keeps.
///
/// ``JSONRunCodec`` is the default. Write your own codec to compress or to encrypt. Keep everything
/// it needs to read older data, because runs outlive the code that wrote them.
public protocol RunCodec: Sendable {
  /// Encodes a value.
  ///
  /// Equal values have to produce the same data, so that a second submission of a run is
  /// recognized. A `Set`, or a dictionary whose keys are neither strings nor integers, has no
  /// defined order: use sorted arrays in inputs.
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
public struct JSONRunCodec: RunCodec {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    return encoder
  }()
  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return decoder
  }()

  /// Creates the codec.
  public init() {}

  /// Encodes a value as JSON.
  public func encode(_ value: some Encodable) throws -> Data {
    try PlainJSON.encode(value) ?? Self.encoder.encode(value)
  }

  /// Decodes a value from JSON.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try PlainJSON.decode(type, from: data) ?? Self.decoder.decode(type, from: data)
  }
}
