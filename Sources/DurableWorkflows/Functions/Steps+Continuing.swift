internal import Futures
internal import Workflows

extension Steps {
  /// Ends this execution, and begins the function anew with another input.
  ///
  /// ```swift
  /// let bill = Workflow("bill") { (month: Int, run: Steps) in
  ///   try await run.step("send") { try await mail.sendBill(of: month) }
  ///   try await run.wait(for: .seconds(30 * 86_400))
  ///   try await run.continueAsNew(month + 1)
  /// }
  /// ```
  ///
  /// The run stays the same, and forgets what it has recorded, in one write: a function that goes
  /// on for long calls this before its run has as many records as it may have; see
  /// ``DurableRunsOptions/maxRecords``. Names of calls identify new calls from then on, with other
  /// idempotency keys. The run keeps its signals and its time limit.
  ///
  /// What is still needed cannot be forgotten. So the call fails while another call has not ended,
  /// also a part around this one, and in a run that has called something with an `undo`, or a
  /// child.
  ///
  /// - Parameter input: The new input, of the type of the input of the function.
  /// - Throws: An error that says what cannot be forgotten; otherwise `CancellationError`, which
  ///   ends this execution.
  public nonisolated(nonsending) func continueAsNew<Input: Codable & Sendable>(
    _ input: Input
  ) async throws -> Never {
    try await function.continueAsNew(input, .codable)
  }

  /// Ends this execution, and begins the function anew, which has no input; see the form with an
  /// input.
  public nonisolated(nonsending) func continueAsNew() async throws -> Never {
    try await function.continueAsNew((), .void)
  }
}
