/// A value under a key that is not `Codable`, but has a form that a durable run can record.
package protocol RecordableValue: Sendable {
  /// The form, from which the value can be created again.
  associatedtype Recorded: RecordedForm

  /// The value in the form that a durable run records.
  var recorded: Recorded { get }
}

/// The recorded form of a value.
package protocol RecordedForm: Codable, Sendable {
  /// The value.
  var value: any Sendable { get }
}

extension RecordableValue {
  /// The type of the recorded form.
  package static var recordedType: any Decodable.Type { Recorded.self }
}
