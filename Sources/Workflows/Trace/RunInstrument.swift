/// A type that records runs with another tracing system.
package protocol RunInstrument: Sendable {
  /// Begins the record of a run that is created now.
  ///
  /// - Parameters:
  ///   - workflow: The name of the workflow.
  ///   - trace: The trace of the run.
  /// - Returns: The record.
  func begin(_ workflow: String, _ trace: Trace) -> RunRecording
}

/// The record of one run with another tracing system.
package struct RunRecording: Sendable {
  /// The observer that receives the spans of the run; `nil` for none.
  let observer: (any SpanObserver)?
  /// Called at the end of the run, or when it is released without having been started.
  let end: @Sendable (_ spans: [TraceSpan], _ error: (any Error)?) -> Void
  /// Calls a closure that creates the task of the run, with the task-local values of the record.
  let start: @Sendable (_ body: () -> Task<Void, Never>) -> Task<Void, Never>

  /// Creates a record.
  package init(
    observer: (any SpanObserver)?,
    end: @escaping @Sendable (_ spans: [TraceSpan], _ error: (any Error)?) -> Void,
    start: @escaping @Sendable (_ body: () -> Task<Void, Never>) -> Task<Void, Never>
  ) {
    self.observer = observer
    self.end = end
    self.start = start
  }
}
