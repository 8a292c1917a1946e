/// A step, read from records, of a run that has ended, or continues elsewhere.
package struct RecordedSpan: Sendable {
  package let name: String
  /// The index of the enclosing span; `nil` for the workflow itself.
  package let parent: Int?
  package let lane: Int
  package let attempt: Int
  package let start: Duration
  /// `nil` while the step has not ended.
  package let end: Duration?
  package let outcome: TraceSpan.Outcome

  package init(
    name: String,
    parent: Int?,
    lane: Int,
    attempt: Int,
    start: Duration,
    end: Duration?,
    outcome: TraceSpan.Outcome
  ) {
    self.name = name
    self.parent = parent
    self.lane = lane
    self.attempt = attempt
    self.start = start
    self.end = end
    self.outcome = outcome
  }
}

extension Trace {
  /// Creates a trace of a run from its records.
  ///
  /// - Parameters:
  ///   - workflow: The name of the workflow.
  ///   - tag: The identifier of the run.
  ///   - age: The time since the trace has begun, for spans that have not ended.
  ///   - spans: The spans. The first one is that of the run, and each follows the one that encloses
  ///     it.
  package convenience init(
    workflow: String,
    tag: String,
    age: Duration,
    spans: [RecordedSpan]
  ) {
    self.init(capacity: spans.count, age: age)
    track(run: RunID(), workflow: workflow, tag: tag, observer: nil).take(over: spans)
  }
}
