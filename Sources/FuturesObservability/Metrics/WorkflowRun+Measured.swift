#if Observability
public import CoreMetrics
internal import Futures
public import Workflows

extension WorkflowRun {
  /// Records the durations of the run and its steps when the run has ended.
  ///
  /// The timer `label.run` has the dimensions `workflow` and `outcome`; the timer `label.step` also
  /// has `step`. Each attempt of a step is recorded separately. The durations are those of the
  /// spans of `WorkflowRun.trace`: a step for which the trace has no room is not recorded. This
  /// method allocates nothing if metrics are not bootstrapped.
  ///
  /// - Parameters:
  ///   - label: The common part of the names of the timers.
  ///   - metrics: The factory of the metrics.
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
  /// The name for dimensions and attributes; `nil` if there is no outcome yet.
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
