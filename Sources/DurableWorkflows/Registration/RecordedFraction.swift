internal import Foundation
internal import Workflows

/// The fraction of a plan that the records of a run cover.
struct RecordedFraction {
  /// What stands for a function that is done, in the attempts that count that.
  static let whole = 1_000_000.0

  private let row: RunRow<Data>
  private let traces: Set<RecordPath>
  /// The places that the run has entered, by the places around them.
  private let inside: [RecordPath?: [RecordPath]]

  init(row: RunRow<Data>) {
    self.row = row
    traces = row.traces
    inside = Dictionary(grouping: traces, by: \.outer)
  }

  /// Returns the recorded fraction of a step, from 0 to 1.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - place: Its place.
  /// - Returns: The fraction.
  func fraction(of step: StepOutline, at place: RecordPath) -> Double {
    if row.records[place] != nil { return 1 }
    if step.kind == .function {
      return Double(row.attempts[place.placeOfProgress]?.failed ?? 0) / Self.whole
    }
    if !traces.contains(place) { return 0 }
    switch step.kind {
    case .step, .wait, .signal, .function: return 0
    case .forEach: return fraction(ofElements: step.parts, at: place)
    case .checkpoint, .settle, .retry, .timeout, .compensate, .finally, .keepInput, .cache:
      return step.parts.first.map { fraction(of: $0, at: place) } ?? 0
    case .chain: return fraction(ofChain: step.parts, at: place)
    case .parallel:
      let all = step.parts.map(\.weight).reduce(0, +)
      let done = step.parts.map { $0.weight * fraction(of: $0, at: place.appending($0.name)) }
      return all > 0 ? done.reduce(0, +) / all : 0
    case .when:
      let branches = zip(["then", "otherwise"], step.parts)
      return branches.map { fraction(of: $0.1, at: place.appending($0.0)) }.max() ?? 0
    case .recover:
      let fallback = step.parts.dropFirst().map {
        fraction(of: $0, at: place.appending("recover").appending($0.name))
      }
      let base = step.parts.first.map { fraction(of: $0, at: place) }
      return max(base ?? 0, fallback.max() ?? 0)
    }
  }

  /// Returns the recorded fraction of the elements of a step, each of which counts the same.
  private func fraction(ofElements parts: [StepOutline], at place: RecordPath) -> Double {
    guard let data = row.records[place.placeOfCount]?.value,
      let count = Int(String(decoding: data, as: UTF8.self)), count > 0
    else { return 0 }
    let steps = parts.flatMap(\.steps)
    let done = inside[place, default: []].map { fraction(ofChain: steps, at: $0) }
    return min(1, done.reduce(0, +) / Double(count))
  }

  /// Returns the recorded fraction of a sequence of steps.
  ///
  /// Steps before the last that has begun are done.
  private func fraction(ofChain steps: [StepOutline], at place: RecordPath) -> Double {
    let all = steps.map(\.weight).reduce(0, +)
    guard all > 0, let last = steps.lastIndex(where: { traces.contains(place.appending($0.name)) })
    else { return 0 }
    let done = steps[..<last].map(\.weight).reduce(0, +)
    let step = steps[last]
    return (done + step.weight * fraction(of: step, at: place.appending(step.name))) / all
  }
}
