internal import Foundation
package import Workflows

extension RecordPath {
  /// The names of the enclosing steps and of the place itself.
  var names: [String] {
    // By bytes: a name may begin with a character that combines with the slash.
    description.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
      .map { Self.unescaped(String(Substring($0))) }
  }

  private static func unescaped(_ name: String) -> String {
    // Most names have nothing to replace, and a run may have ten thousand.
    if !name.utf8.contains(UInt8(ascii: "%")) { return name }
    return name.replacing("%2F", with: "/").replacing("%00", with: "\0").replacing("%25", with: "%")
  }

  /// Returns a text that identifies this place in a run, and no other place of any run.
  func idempotencyKey(in run: String) -> String {
    RecordPath.root.appending(run).description.dropFirst() + description
  }

  /// The name of the place of values inside the place of the step that recorded them.
  ///
  /// No step has this name, because percent signs in names are escaped.
  static var valuesName: String { "%values" }

  /// The place of the values that the step at this place recorded.
  var placeOfValues: RecordPath { RecordPath(description + "/" + Self.valuesName) }

  /// Whether the record at this place is a value under a key, not the output of a step.
  var isValueOfKey: Bool {
    let bytes = description.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return bytes[..<slash].hasEnd("/" + Self.valuesName)
  }

  /// The place of the step that recorded the value at this place.
  var ownerOfValue: RecordPath? { isValueOfKey ? outer?.outer : nil }

  /// The place around the calls inside of a part at this place.
  ///
  /// It keeps them apart from other calls of the part's name, whose keys follow that name. No call
  /// has this place, because percent signs in names are escaped.
  var placeOfCalls: RecordPath { RecordPath(description + Self.endOfCalls) }

  private static var endOfCalls: String { "/%in" }

  /// The place of the enclosing step or call; `nil` for the workflow itself.
  var enclosing: RecordPath? {
    outer.flatMap { $0.description.utf8[...].hasEnd(Self.endOfCalls) ? $0.outer : $0 }
  }

  /// The place of the record that names the parent of a child run.
  ///
  /// No step has this place.
  static let parent = RecordPath("/%parent")

  /// The place of the record that names the span that began a run.
  ///
  /// No step has this place.
  static let trace = RecordPath("/%trace")

  /// The place of the record that lists the signals that the workflow of a run declares.
  ///
  /// No step has this place.
  static let signals = RecordPath("/%signals")

  /// The place of the attempts of a run that were left too early, because its functions awaited
  /// something else than calls.
  ///
  /// No step has this place.
  static let patience = RecordPath("/%patience")

  /// The place of the record that counts how often the run has begun anew.
  ///
  /// No step has this place.
  static let round = RecordPath("/%round")

  /// The place of the record of the input with which the run has begun anew.
  ///
  /// No step has this place.
  static let input = RecordPath("/%input")

  /// The place of the attempts that count how much of the function at this place is done.
  ///
  /// No step has this place.
  var placeOfProgress: RecordPath { RecordPath(Self.progress.description + description) }

  private static let progress = RecordPath("/%progress")

  /// Returns the place of the record that says that the run has read a signal.
  ///
  /// No step has this place.
  package static func reading(of signal: String) -> RecordPath { readings.appending(signal) }

  /// The signal that the run has read, if the record at this place says so.
  var readSignal: String? {
    isInside(Self.readings) && self != Self.readings ? names.last : nil
  }

  private static let readings = RecordPath("/%read")

  /// The place of the record of the number of elements of the step at this place.
  ///
  /// No step has this place.
  var placeOfCount: RecordPath { RecordPath(Self.counts.description + description) }

  private static let counts = RecordPath("/%count")

  /// The places of what a run is submitted with, which it keeps when it begins anew.
  package static let ofOrigin = [parent, trace, signals]

  /// Whether the record at this place is about the run itself, not about what a step has done.
  var isOfRun: Bool {
    if !description.utf8.starts(with: "/%".utf8) { return false }
    return Self.ofOrigin.contains(self) || self == .round || self == .input || self == .patience
      || isInside(Self.readings) || isInside(Self.counts) || isInside(Self.progress)
  }

  /// Whether the record at this place is the output of a step.
  var isOfStep: Bool { !isValueOfKey && !isOfRun }

  /// Returns the place of the wait for a child run that the step at this place submitted.
  func placeOfChild(_ number: Int) -> RecordPath {
    RecordPath(description + "/%child \(number)").placeOfSignal
  }

  /// The step that waits at this place for a child run, and the number of that child.
  var waitedChild: (step: RecordPath, number: Int)? {
    guard isWaitForSignal, let place = outer, let step = place.outer else { return nil }
    let words = place.name.split(separator: " ")
    guard words.count == 2, words[0] == "%child", let number = Int(words[1]) else { return nil }
    return (step, number)
  }

  /// The place of a wait for a signal.
  ///
  /// It differs from the place of other waits, because a wait for a signal can begin anew.
  var placeOfSignal: RecordPath { RecordPath(description + Self.signalEnd) }

  private static var signalEnd: String { "/%signal" }

  /// Whether this is the place of a wait for a signal.
  package var isWaitForSignal: Bool { description.utf8[...].hasEnd(Self.signalEnd) }
}

extension Substring.UTF8View {
  fileprivate func hasEnd(_ end: String) -> Bool {
    suffix(end.utf8.count).elementsEqual(end.utf8)
  }
}

extension [RecordPath] {
  /// The places in quotes.
  var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
