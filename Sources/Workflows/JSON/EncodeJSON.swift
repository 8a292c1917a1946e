public import Foundation

/// A step that encodes a value as JSON.
///
/// Unless you pass an encoder, keys are sorted, so that equal values give equal bytes.
public struct EncodeJSON<Input: Encodable & Sendable>: Step, OutlinedStep {
  private let makeEncoder: @Sendable () -> JSONEncoder

  /// Creates a step that encodes values of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - encoder: Creates an encoder; called each time the step runs. By default, one that sorts
  ///     the keys.
  public init(
    _ type: Input.Type = Input.self,
    encoder: @escaping @Sendable () -> JSONEncoder = {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return encoder
    }
  ) {
    makeEncoder = encoder
  }

  /// Encodes the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: The context of the step.
  /// - Returns: The JSON.
  /// - Throws: The error of the encoder.
  public nonisolated(nonsending) func run(
    _ value: Input,
    in context: StepContext
  ) async throws -> Data {
    try makeEncoder().encode(value)
  }
}
