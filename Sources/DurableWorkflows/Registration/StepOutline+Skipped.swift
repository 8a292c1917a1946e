internal import Foundation
internal import Workflows

extension StepOutline {
  /// Returns the checkpoints that a run has not passed and does not return to, because it continues
  /// behind a later record.
  ///
  /// Only checkpoints that a run cannot have passed without a record: not those of elements, nor of
  /// steps that may have failed, nor of a branch in which nothing is recorded.
  func skipped(by row: RunRow<Data>) -> [RecordPath] {
    // A function is compared as it asks, and may have ten thousand records.
    if parts.isEmpty { return [] }
    return SkippedCheckpoints(row).inside(self, at: .root.appending(name))
  }
}

private struct SkippedCheckpoints {
  private let row: RunRow<Data>
  private let traces: Set<RecordPath>

  init(_ row: RunRow<Data>) {
    self.row = row
    traces = row.traces
  }

  /// Returns the checkpoints that are skipped in a step that a run enters again.
  func inside(_ step: StepOutline, at place: RecordPath) -> [RecordPath] {
    if row.records[place] != nil || !traces.contains(place) { return [] }
    switch step.kind {
    case .step, .wait, .signal, .function, .forEach: return []
    case .checkpoint, .settle, .retry, .timeout, .compensate, .finally, .keepInput, .cache:
      return step.parts.first.map { inside($0, at: place) } ?? []
    case .recover:
      if let fallback = fallback(of: step, at: place) {
        return inside(fallback.step, at: fallback.place)
      }
      return step.parts.first.map { inside($0, at: place) } ?? []
    case .parallel: return step.parts.flatMap { inside($0, at: place.appending($0.name)) }
    case .when: return branch(of: step, at: place).map { inside($0.step, at: $0.place) } ?? []
    case .chain:
      let places = step.parts.map { place.appending($0.name) }
      let parts = Array(zip(step.parts, places))
      let next = (parts.lastIndex { isDone($0.0, at: $0.1) } ?? -1) + 1
      return parts[..<next].flatMap { missing(in: $0.0, at: $0.1) }
        + parts[next...].flatMap { inside($0.0, at: $0.1) }
    }
  }

  /// Whether a run continues behind a step; see `recordedOutput(at:in:)` of the steps.
  private func isDone(_ step: StepOutline, at place: RecordPath) -> Bool {
    if !traces.contains(place) { return false }
    switch step.kind {
    case .checkpoint: return row.records[place] != nil
    case .settle, .retry, .timeout, .compensate, .finally:
      return step.parts.first.map { isDone($0, at: place) } ?? false
    case .recover:
      if let fallback = fallback(of: step, at: place) {
        return isDone(fallback.step, at: fallback.place)
      }
      return step.parts.first.map { isDone($0, at: place) } ?? false
    case .chain: return step.parts.last.map { isDone($0, at: place.appending($0.name)) } ?? false
    case .parallel: return step.parts.allSatisfy { isDone($0, at: place.appending($0.name)) }
    case .when: return branch(of: step, at: place).map { isDone($0.step, at: $0.place) } ?? false
    case .step, .wait, .signal, .function, .forEach, .keepInput, .cache: return false
    }
  }

  /// Returns the checkpoints without a record in a step that a run has left behind.
  private func missing(in step: StepOutline, at place: RecordPath) -> [RecordPath] {
    if row.records[place] != nil { return [] }
    switch step.kind {
    case .checkpoint: return [place]
    case .retry, .timeout, .compensate, .finally, .keepInput, .cache:
      return step.parts.first.map { missing(in: $0, at: place) } ?? []
    case .chain, .parallel:
      return step.parts.flatMap { missing(in: $0, at: place.appending($0.name)) }
    case .when: return branch(of: step, at: place).map { missing(in: $0.step, at: $0.place) } ?? []
    case .step, .wait, .signal, .function, .forEach, .settle, .recover: return []
    }
  }

  /// The branch that a run has chosen; `nil` if it has recorded nothing in one.
  private func branch(
    of step: StepOutline,
    at place: RecordPath
  ) -> (step: StepOutline, place: RecordPath)? {
    zip(step.parts, ["then", "otherwise"]).map { (step: $0, place: place.appending($1)) }
      .first { traces.contains($0.place) }
  }

  /// The second part of `recover`, if a run has left the first one for it.
  private func fallback(
    of step: StepOutline,
    at place: RecordPath
  ) -> (step: StepOutline, place: RecordPath)? {
    step.parts.dropFirst()
      .map { (step: $0, place: place.appending("recover").appending($0.name)) }
      .first { traces.contains($0.place) }
  }
}
