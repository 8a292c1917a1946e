internal import Foundation
internal import Workflows

extension RunDurability {
  /// The codec of the run.
  var codec: any RunCodec { CodecOfRun(run: self) }

  /// Returns the output that is recorded at a place.
  ///
  /// - Throws: An error that no step handles, if the output cannot be decoded.
  func recordedOutput<Output>(
    at place: RecordPath,
    _ coding: PayloadCoding<Output>
  ) throws -> Output? {
    guard let data = record(at: place) else { return nil }
    do {
      return try coding.decode(data, codec)
    } catch {
      throw setAside(
        "The record of '\(place)' cannot be read as \(Output.self): \(UnreadableValue(error)). Register a version "
          + "of the workflow that reads it, or fork the run from an earlier step."
      )
    }
  }

  /// Records the output of a step, unless its time limit has passed.
  func record<Output>(
    _ output: Output,
    at place: RecordPath,
    _ coding: PayloadCoding<Output>,
    values: [String: (any Sendable)?],
    began: StoreTime
  ) throws {
    if LimitScope.hasLeftCurrentTask { return }
    let data: Data
    do {
      data = try coding.encode(output, codec)
    } catch {
      throw UncodableOutput(step: "\(place)", reason: "\(error)")
    }
    try record(data, type: coding.type, at: place, values: values, began: began)
  }
}

private struct CodecOfRun: RunCodec {
  let run: any RunDurability

  func encode(_ value: some Encodable) throws -> Data { try run.encode(value) }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try run.decode(type, from: data)
  }
}
