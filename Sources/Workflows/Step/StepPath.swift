/// The names of the steps around a step, joined only when the text is needed.
package final class StepPath: Sendable, CustomStringConvertible {
  private let name: String
  private let parent: StepPath?
  /// Whether the step inside is at the same place: that of a `retry`, for example.
  private let isAround: Bool

  init(_ name: String, in parent: StepPath?, isAround: Bool = false) {
    self.name = name
    self.parent = parent
    self.isAround = isAround
  }

  package var description: String { parent.map { "\($0)/\(name)" } ?? name }

  /// The place of the step, under which a durable run keeps its records.
  var place: RecordPath { parent?.place(inside: name) ?? RecordPath.root.appending(name) }

  /// Returns the place of a step inside this one.
  func place(inside name: String) -> RecordPath { isAround ? place : place.appending(name) }
}
