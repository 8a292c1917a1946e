public import Foundation

/// A step that decodes JSON to a type of your choice.
///
/// ```swift
/// DecodeJSON<Forecast>()
/// DecodeJSON<Forecast> {
///   let decoder = JSONDecoder()
///   decoder.dateDecodingStrategy = .iso8601
///   return decoder
/// }
/// ```
///
/// For JSON of unknown shape, use ``ParseJSON``.
public struct DecodeJSON<Output: Decodable & Sendable>: Step, OutlinedStep {
  private let makeDecoder: @Sendable () -> JSONDecoder

  /// Creates a step that decodes JSON.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: Creates a decoder; called each time the step runs.
  public init(
    _ type: Output.Type = Output.self,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    makeDecoder = decoder
  }

  /// Decodes the data.
  ///
  /// - Parameters:
  ///   - data: The JSON.
  ///   - context: The context of the step.
  /// - Returns: The value.
  /// - Throws: The error of the decoder, usually a `DecodingError`; also for empty data.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> Output {
    try makeDecoder().decode(Output.self, from: data)
  }
}
