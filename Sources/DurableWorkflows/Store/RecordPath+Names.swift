internal import Foundation
internal import Workflows

extension RecordPath {
  /// The names of the steps around a place and its own.
  var names: [String] {
    description.split(separator: "/").map { name in
      String(name).replacing("%2F", with: "/").replacing("%25", with: "%")
    }
  }

  /// A text that names this place in a run, and no other place of any run.
  func idempotencyKey(in run: String) -> String {
    RecordPath.root.appending(run).description.dropFirst() + description
  }

  /// The name of the place of values inside that of the step that has recorded them; no step has it,
  /// because percent signs in names are escaped.
  static var valuesName: String { "%values" }

  /// The place of the values that the step at this one has recorded.
  var placeOfValues: RecordPath { RecordPath(description + "/" + Self.valuesName) }

  /// Whether a record is a value under a key, and not the output of a step.
  var isValueOfKey: Bool { outer?.name == Self.valuesName[...] }
}
