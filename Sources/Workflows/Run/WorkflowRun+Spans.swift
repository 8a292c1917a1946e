internal import Futures

extension WorkflowRun {
  /// Calls a closure when the run has ended, with its spans and its error, if it has one.
  ///
  /// For bridges to other tracing systems. The closure runs inline, before observers do. It is
  /// released without a call if the run is never started.
  package func whenEnded(
    _ body: @escaping @Sendable (_ spans: [TraceSpan], _ error: (any Error)?) -> Void
  ) {
    outcome.inspect { [weak core] result in
      guard let core, let result else { return }
      switch result {
      case .success: body(core.track.spans, nil)
      case .failure(let error): body(core.track.spans, error)
      }
    }
  }
}
