public import Foundation

/// A step that decodes JSON into a type of yours.
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
/// For JSON whose shape is not known see ``ParseJSON``.
public struct DecodeJSON<Output: Decodable & Sendable>: Step {
  private let makeDecoder: @Sendable () -> JSONDecoder

  /// Makes a step that decodes JSON.
  ///
  /// - Parameters:
  ///   - type: What the JSON is.
  ///   - decoder: Makes a decoder; called once each time the step runs.
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
  /// - Throws: What the decoder throws, a `DecodingError` as a rule; also for empty data.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> Output {
    try makeDecoder().decode(Output.self, from: data)
  }
}

extension Step where Output == Data {
  /// Makes a workflow of this step and one that decodes what it gives.
  ///
  /// - Parameters:
  ///   - type: What the JSON is.
  ///   - decoder: Makes a decoder; called once each time the step runs.
  /// - Returns: The workflow.
  public func decodingJSON<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Workflow<Input, Value> {
    then(DecodeJSON(type, decoder: decoder))
  }
}
