internal import Foundation
internal import Workflows

extension RecordPath {
  /// The names of the steps around a place and its own.
  var names: [String] {
    description.split(separator: "/").map { name in
      String(name).replacing("%2F", with: "/").replacing("%25", with: "%")
    }
  }

  /// The name of the place of values inside that of the step that has recorded them.
  static var valuesName: String { "@values" }

  /// Whether a record is a value under a key, and not the output of a step.
  var isValueOfKey: Bool { outer?.name == Self.valuesName[...] }
}
