internal import Foundation
internal import Workflows

extension RecordPath {
  /// The names of the steps around a place and its own.
  var names: [String] {
    // By bytes: a name may begin with a character that combines with the slash.
    description.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
      .map { name in
        String(Substring(name)).replacing("%2F", with: "/").replacing("%25", with: "%")
      }
  }

  /// A text that names this place in a run, and no other place of any run.
  func idempotencyKey(in run: String) -> String {
    RecordPath.root.appending(run).description.dropFirst() + description
  }

  /// The name of the place of values inside that of the step that has recorded them; no step has
  /// it, because percent signs in names are escaped.
  static var valuesName: String { "%values" }

  /// The place of the values that the step at this one has recorded.
  var placeOfValues: RecordPath { RecordPath(description + "/" + Self.valuesName) }

  /// Whether a record is a value under a key, and not the output of a step.
  var isValueOfKey: Bool { outer?.name == Self.valuesName[...] }

  /// The place of the step that has recorded the value under a key that is at this one.
  var ownerOfValue: RecordPath? { isValueOfKey ? outer?.outer : nil }

  /// The record of a child run that names its parent; no step has the place.
  static let parent = RecordPath("/%parent")

  /// The record of a run that names the span that has begun it; no step has the place.
  static let trace = RecordPath("/%trace")

  /// Whether a record tells where the run comes from.
  var isOfOrigin: Bool { self == .parent || self == .trace }

  /// Whether a record is the output of a step.
  var isOfStep: Bool { !isValueOfKey && !isOfOrigin }

  /// The place of the wait for a child run that the step at this one has submitted.
  func placeOfChild(_ number: Int) -> RecordPath {
    RecordPath(description + "/%child \(number)").placeOfSignal
  }

  /// The step that waits at this place for a child run, and the number of that.
  var waitedChild: (step: RecordPath, number: Int)? {
    guard isWaitForSignal, let place = outer, let step = place.outer else { return nil }
    let words = place.name.split(separator: " ")
    guard words.count == 2, words[0] == "%child", let number = Int(words[1]) else { return nil }
    return (step, number)
  }

  /// The place of a wait for a signal, which is apart from that of other waits, because it can
  /// begin anew.
  var placeOfSignal: RecordPath { RecordPath(description + Self.signalEnd) }

  private static var signalEnd: String { "/%signal" }

  /// Whether this is the place of a wait for a signal.
  package var isWaitForSignal: Bool {
    description.utf8.suffix(Self.signalEnd.utf8.count).elementsEqual(Self.signalEnd.utf8)
  }
}
