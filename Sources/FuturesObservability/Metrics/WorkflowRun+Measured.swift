#if Observability
public import CoreMetrics
internal import Futures
public import Workflows

extension WorkflowRun {
  /// Records how long the run and its steps take, when it has ended.
  ///
  /// The timer `label.run` has the dimensions `workflow` and `outcome`, the timer `label.step` also
  /// `step`. Each attempt of a step is recorded by itself. The durations are those of the spans of
  /// `WorkflowRun.trace`: a step that the trace has no room for is not recorded.
  /// This allocates nothing if metrics are not bootstrapped.
  ///
  /// - Parameters:
  ///   - label: The common part of the names of the timers.
  ///   - metrics: Where to record.
  /// - Returns: This run.
  @discardableResult
  public func measured(
    as label: String = "workflow",
    metrics: any MetricsFactory = MetricsSystem.factory
  ) -> WorkflowRun {
    if metrics.isDiscarding { return self }
    whenEnded { spans, _ in
      for span in spans {
        guard let end = span.end, let outcome = span.outcome.name else { continue }
        var dimensions = [("workflow", span.workflow), ("outcome", outcome)]
        if span.parent != nil { dimensions.append(("step", span.name)) }
        let kind = span.parent == nil ? "run" : "step"
        metrics.record(end - span.start, as: "\(label).\(kind)", dimensions)
      }
    }
    return self
  }
}

extension TraceSpan.Outcome {
  /// The word for dimensions and attributes; `nil` if there is no outcome so far.
  var name: String? {
    switch self {
    case .running: nil
    case .succeeded: OutcomeName.succeeded
    case .failed: OutcomeName.failed
    case .cancelled: OutcomeName.cancelled
    }
  }
}
#endif
