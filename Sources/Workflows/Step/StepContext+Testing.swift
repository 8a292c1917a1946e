public import Futures

extension StepContext {
  /// Makes a context that belongs to no workflow, to call a step by itself in a test.
  ///
  /// ```swift
  /// let context = StepContext(name: "load")
  /// let data = try await LoadFile(url).run((), in: context)
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the step is called.
  ///   - cancellation: What ``cancellation`` follows.
  ///   - trace: Where to record spans of steps inside of the step.
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

  /// How much has been reported, from 0 to 1, for a context that was made for a test.
  public var reportedFraction: Double { run.root.fraction }
}
