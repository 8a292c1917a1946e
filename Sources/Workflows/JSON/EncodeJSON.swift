public import Foundation

/// A step that encodes a value as JSON.
///
/// Keys are sorted unless you give an encoder of your own, so equal values give equal bytes.
public struct EncodeJSON<Input: Encodable & Sendable>: Step {
  private let makeEncoder: @Sendable () -> JSONEncoder

  /// Makes a step that encodes values of a type.
  ///
  /// - Parameter type: The type.
  public init(_ type: Input.Type = Input.self) {
    self.init(type) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return encoder
    }
  }

  /// Makes a step that encodes values of a type with an encoder of yours.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - encoder: Makes an encoder; called once each time the step runs.
  public init(
    _ type: Input.Type = Input.self,
    encoder: @escaping @Sendable () -> JSONEncoder
  ) {
    makeEncoder = encoder
  }

  /// Encodes the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: The context of the step.
  /// - Returns: The JSON.
  /// - Throws: What the encoder throws.
  public nonisolated(nonsending) func run(
    _ value: Input,
    in context: StepContext
  ) async throws -> Data {
    try makeEncoder().encode(value)
  }
}
