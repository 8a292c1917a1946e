public import Foundation

/// Turns inputs, outputs and signals into what a store keeps, and back.
///
/// ``JSONRunCodec`` is the default. Write one of your own to compress or to encrypt; keep what it
/// needs to read older data, because runs outlive the code that has written them.
public protocol RunCodec: Sendable {
  /// Encodes a value.
  ///
  /// The same value has the same data, so that a second submission of a run is seen to be the same.
  /// A `Set`, or a dictionary whose keys are neither strings nor integers, has no order of its own:
  /// use sorted arrays in inputs.
  ///
  /// - Parameter value: The value.
  /// - Returns: What a store keeps.
  /// - Throws: An error that fails the step whose output it is.
  func encode(_ value: some Encodable) throws -> Data

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: What ``encode(_:)`` has returned, perhaps in an earlier version of the code.
  /// - Returns: The value.
  /// - Throws: An error that sets the run aside.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// Keeps values as JSON, with sorted keys.
public struct JSONRunCodec: RunCodec {
  /// Creates the codec.
  public init() {}

  /// Encodes a value as JSON.
  public func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    return try encoder.encode(value)
  }

  /// Decodes a value from JSON.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return try decoder.decode(type, from: data)
  }
}
