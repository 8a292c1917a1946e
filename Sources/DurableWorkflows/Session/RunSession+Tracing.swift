internal import Foundation
internal import Futures
internal import Workflows

// The recording of the executions of a run, and the fields that name the span that began it.

extension DurableRunTracing {
  /// The record that stores the fields of the current span with a run; `nil` without a span.
  var recordOfCurrentSpan: RunStorage.Row.Record? {
    guard let data = Data(traceFields: fieldsOfCurrentSpan) else { return nil }
    return RunStorage.Row.Record(value: data, type: "", isCompensated: false, sequence: 0, time: 0)
  }
}

extension RunSession {
  /// Returns the instrument that records the execution of the run in this process, if there is one.
  func instrument(_ definition: WorkflowVersion) -> (any RunInstrument)? {
    guard let tracing else { return nil }
    let execution = TracedExecution(
      definition: definition,
      epoch: epoch,
      fields: record(at: .trace)?.traceFields ?? [:],
      departure: { [weak self] in
        guard let self else { return nil }
        // A run that is left is about to be parked, until the store has answered.
        guard let departure = self.departure else { return self.isLeft ? .parked : nil }
        return departure.ofExecution
      },
      whenLeft: { [weak self] body in self?.leaveHooks.withLock { $0.append(body) } },
      keep: { [weak self] in self?.keep($0) }
    )
    return tracing.instrument(execution)
  }

  /// Notifies the instrument that this execution is over.
  func tellLeft() {
    let hooks = leaveHooks.withLock { hooks in
      defer { hooks = [] }
      return hooks
    }
    for hook in hooks { hook() }
  }

  /// Stores fields with the run.
  ///
  /// They wait for the next write and do not hasten it.
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
  /// Creates a record of fields; `nil` if there are none or if they exceed the size limit of a
  /// header.
  fileprivate init?(traceFields fields: [String: String]) {
    // A request must not be able to fill the store.
    guard !fields.isEmpty, let data = try? JSONEncoder().encode(fields), data.count <= 16_384 else {
      return nil
    }
    self = data
  }

  /// The fields of the record; `nil` if it is not a record of fields.
  fileprivate var traceFields: [String: String]? {
    try? JSONDecoder().decode([String: String].self, from: self)
  }
}
