public import Futures

extension StepContext {
  /// Creates a context outside a workflow, to call a single step in a test.
  ///
  /// ```swift
  /// let context = StepContext(name: "load")
  /// let data = try await LoadFile(url).run((), in: context)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - cancellation: The token that ``cancellation`` follows.
  ///   - trace: The trace that records the steps inside the step.
  public init(
    name: String = "step",
    cancellation: CancellationToken = .never,
    trace: Trace = Trace()
  ) {
    let core = RunCore(
      workflow: name,
      plan: RunPlan(stages: [], output: Void.self),
      options: RunOptions(trace: trace)
    )
    let span = core.track.begin(name, in: .none, lane: 0, attempt: 1)
    self.init(of: core, name: name, span: span, cancellation: cancellation)
  }

  /// The reported progress, from 0 to 1, of a context created for a test.
  public var reportedFraction: Double { run.root.fraction }
}
