internal import Foundation
internal import Futures
internal import Workflows

// What records the executions of a run, and what names the span that has begun it.

extension DurableRunTracing {
  /// The record that keeps the fields of the current span with a run; `nil` for none.
  var recordOfCurrentSpan: RunStore.Row.Record? {
    guard let data = Data(traceFields: fieldsOfCurrentSpan) else { return nil }
    return RunStore.Row.Record(value: data, type: "", isCompensated: false, sequence: 0, time: 0)
  }
}

extension RunSession {
  /// Returns what records the execution of the run in this process; `nil` for nothing.
  func instrument(_ workflow: String) -> (any RunInstrument)? {
    guard let tracing else { return nil }
    let execution = TracedExecution(
      workflow: workflow,
      epoch: epoch,
      fields: record(at: .trace)?.traceFields ?? [:],
      departure: { [weak self] in self?.departure?.ofExecution },
      whenLeft: { [weak self] body in self?.leaveHooks.withLock { $0.append(body) } },
      keep: { [weak self] in self?.keep($0) }
    )
    return tracing.instrument(execution)
  }

  /// Tells what records executions that this one is over.
  func tellLeft() {
    let hooks = leaveHooks.withLock { hooks in
      defer { hooks = [] }
      return hooks
    }
    for hook in hooks { hook() }
  }

  /// Keeps fields with the run: along with the next write, which does not hurry for it.
  private func keep(_ fields: [String: String]) {
    guard let data = Data(traceFields: fields) else { return }
    append(.record(.trace, data, isCompensated: false))
  }
}

extension RunSession.Departure {
  fileprivate var ofExecution: TracedExecution.Departure? {
    switch self {
    case .parked: .parked
    case .lost: .lost
    case .drained: .released
    case .setAside(let reason): .setAside(reason: reason)
    case .ended: nil
    }
  }
}

extension Data {
  /// Creates the record of fields; `nil` if there are none, or more than a header may have.
  fileprivate init?(traceFields fields: [String: String]) {
    // What comes from a request is no place to fill a store with.
    guard !fields.isEmpty, let data = try? JSONEncoder().encode(fields), data.count <= 16_384 else {
      return nil
    }
    self = data
  }

  /// The fields of a record; `nil` if it is none.
  fileprivate var traceFields: [String: String]? {
    try? JSONDecoder().decode([String: String].self, from: self)
  }
}
