internal import Foundation
internal import Futures
internal import Workflows

// Values under keys are records beside the record of the step that set them.

extension RunSession {
  func recordOfValue(
    _ value: any Sendable,
    named name: String,
    at place: RecordPath
  ) throws -> RunStore.Change {
    guard let value = value as? any Encodable else {
      throw UncodableRunValue(key: name, step: "\(place)")
    }
    let data = try codec.encode(value)
    try checkSize(data, of: "\(place)")
    let path = place.placeOfValues.appending(name)
    return .record(path, data, type: "\(type(of: value))", isCompensated: false)
  }

  private static func isValue(_ path: RecordPath, named name: String) -> Bool {
    path.isValueOfKey && path == path.outer?.appending(name)
  }

  func recordedValue<Value>(named name: String, as type: Value.Type) -> Value? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    let last = state.withLock { state in
      state.row.records.filter { path, _ in Self.isValue(path, named: name) }
        .max { $0.value.sequence < $1.value.sequence }?
        .value.value
    }
    guard let last else { return nil }
    do {
      return try codec.decode(decodable, from: last) as? Value
    } catch {
      _ = setAside(
        "The value for '\(name)' cannot be read as \(Value.self): \(UnreadableValue(error))."
      )
      return nil
    }
  }
}
