@_spi(Stores) import DurableWorkflows
import Foundation
import JSONValues
import ToolSupport
import Workflows

/// A line of the timeline of a run.
struct TimelineStep {
  let path: String
  let tip: String?
  /// A word for how the step stands, which is also its class in the style sheet.
  let state: String
  let note: String?
  let time: String
  let took: String
  /// The bar, in thousandths of the time that the timeline shows; `nil` for none.
  let bar: Bar?
  let action: ActionLink?

  struct Bar {
    let start: Int
    let length: Int
  }
}

/// The steps of a run, over the time since it was submitted.
struct Timeline {
  private let run: RunsScreen.StoredRun
  private let isForkable: Bool
  /// The time that the timeline shows, in milliseconds.
  private let length: Int

  init(_ run: RunsScreen.StoredRun, isForkable: Bool) {
    self.run = run
    self.isForkable = isForkable
    let last = run.details.steps.compactMap(\.time).max() ?? run.details.summary.submitted
    let end = max(last, run.details.summary.ended ?? last)
    length = max(1, TimeText.between(run.details.summary.submitted, end))
  }

  /// Returns the line of a step that was recorded or has begun.
  func step(_ step: RunDetails.Step) -> TimelineStep {
    let failure = Self.failure(of: step)
    let state =
      switch step.undone {
      case true?: "undone"
      case false?: "not undone"
      case nil: step.value == nil ? "begun" : failure == nil ? "recorded" : "failed"
      }
    var notes: [String] = []
    if let failure { notes.append(failure) }
    if step.value == nil, step.undone == nil { notes.append("without a record, it may have acted") }
    if let failed = attempts(at: step.path) { notes.append("\(failed) failed before") }
    return TimelineStep(
      path: step.path.shortened,
      tip: step.path.tip,
      state: state,
      note: notes.isEmpty ? nil : notes.joined(separator: "; ").printable,
      time: step.time.map { "+" + TimeText.duration(offset(of: $0)) } ?? "–",
      took: step.took.map(TimeText.duration) ?? "–",
      bar: bar(of: step),
      action: isForkable && step.value != nil
        ? ActionLink(.fork, of: run.details.id, "Fork here", step: step.path) : nil
    )
  }

  private func offset(of time: StoreTime) -> Int {
    TimeText.between(run.details.summary.submitted, time)
  }

  private func attempts(at path: String) -> String? {
    run.details.attempts.first { $0.path == path }
      .map { "\($0.failed) \($0.failed == 1 ? "attempt" : "attempts")" }
  }

  private func bar(of step: RunDetails.Step) -> TimelineStep.Bar? {
    guard let time = step.time, let took = step.took else { return nil }
    let end = min(max(0, offset(of: time)), length)
    let start = min(max(0, end - max(0, took)), end)
    let first = min(start * 1000 / length, 996)
    return .init(start: first, length: max(4, end * 1000 / length - first))
  }

  /// Why a call of a function ended without an output, as it is recorded.
  private static func failure(of step: RunDetails.Step) -> String? {
    guard step.type == "%failure", let value = step.value,
      case .object(let parts)? = try? JSONValue(parsing: String(decoding: value, as: UTF8.self))
    else { return nil }
    guard case .string(let type)? = parts["type"] else { return "cancelled" }
    guard case .string(let message)? = parts["message"] else { return type }
    return "\(type): \(message)"
  }

  /// The lines of what the run waits for: attempts, times, signals, and children.
  var pending: [TimelineStep] {
    if run.hasEnded { return [] }
    let recorded = Set(run.details.steps.filter { $0.value != nil }.map(\.path))
    let attempts = run.details.attempts.filter { !recorded.contains($0.path) }.map { attempts in
      line(
        attempts.path,
        "retrying",
        "\(attempts.failed) failed, the next one at \(TimeText.zoned(attempts.due))"
      )
    }
    // A wait for a signal without a limit is shown with the name of the signal.
    let waits = run.row.waits
      .filter { path, time in
        time > run.now && time < .max && !recorded.contains(path.description)
          && !path.description.contains("/%child")
      }
      .sorted { $0.key < $1.key }
      .map { path, time in
        let isForSignal = path.description.hasSuffix("/%signal")
        let verb = isForSignal ? "for a signal, at most until" : "until"
        let name = path.description.replacing("/%signal", with: "")
        return line(name, "waiting", "\(verb) \(TimeText.zoned(time))")
      }
    let signals =
      run.details.summary.status == .running
      ? []
      : run.details.awaitedSignals.sorted()
        .filter { signal in !run.details.signals.contains { $0.name == signal } }
        .map { line("", "waiting", "for \(RunWords.awaited($0))") }
    return attempts + waits + signals
  }

  private func line(_ path: String, _ state: String, _ note: String) -> TimelineStep {
    TimelineStep(
      path: path.shortened,
      tip: path.tip,
      state: state,
      note: note.shortened,
      time: "–",
      took: "–",
      bar: nil,
      action: nil
    )
  }
}
