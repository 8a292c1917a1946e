internal import Foundation
internal import Futures
internal import Workflows

// Values under keys are records beside the record of the step that set them.

extension RunSession {
  /// The type that the record of a removed value names.
  private static let removed = "nil"

  /// Returns the change that records a value, or that it was removed.
  ///
  /// - Returns: The change; `nil` if the value that was removed has no record.
  func recordOfValue(
    _ value: (any Sendable)?,
    named name: String,
    at place: RecordPath
  ) throws -> RunStorage.Change? {
    let path = place.placeOfValues.appending(name)
    guard let value else {
      if lastRecord(ofValueNamed: name) == nil { return nil }
      return .record(path, Data(), type: Self.removed, isCompensated: false)
    }
    guard let form = (value as? any RecordableValue)?.recorded ?? value as? any Encodable else {
      throw UncodableRunValue(key: name, step: "\(place)")
    }
    let data = try codec.encode(form)
    try checkSize(data, of: "\(place)")
    return .record(path, data, type: "\(type(of: value))", isCompensated: false)
  }

  private static func isValue(_ path: RecordPath, named name: String) -> Bool {
    path.isValueOfKey && path == path.outer?.appending(name)
  }

  private func lastRecord(ofValueNamed name: String) -> RunStorage.Row.Record? {
    state.withLock { state in
      state.row.records.filter { path, _ in Self.isValue(path, named: name) }
        .max { $0.value.sequence < $1.value.sequence }?
        .value
    }
  }

  func recordedValue<Value>(named name: String, as type: Value.Type) -> Value? {
    let form = (type as? any RecordableValue.Type)?.recordedType ?? type as? any Decodable.Type
    guard let form, let last = lastRecord(ofValueNamed: name), last.type != Self.removed
    else { return nil }
    do {
      let decoded = try codec.decode(form, from: last.value)
      if let form = decoded as? any RecordedForm { return form.value as? Value }
      return decoded as? Value
    } catch {
      _ = setAside(
        "The value for '\(name)' cannot be read as \(Value.self): \(UnreadableValue(error))."
      )
      return nil
    }
  }
}
