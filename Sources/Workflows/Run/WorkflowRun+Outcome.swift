public import Futures

// The names are those of `Future`.

// MARK: - Waiting

extension WorkflowRun {
  /// The output of the run, which the current task waits for.
  ///
  /// When the wait ends, observers that were added before the end of the run have been submitted,
  /// and those that run on the actor of this code have run.
  ///
  /// Cancelling the task that waits ends the wait, not the run. To cancel both together, use
  /// ``Workflow/callAsFunction(_:options:)``. To look without waiting, use ``currentValue``.
  ///
  /// - Throws: The error of the run; `CancellationError` if the run or the current task was
  ///   cancelled.
  public nonisolated(nonsending) var value: Output {
    get async throws { try await result.get() }
  }

  /// The outcome of the run, which the current task waits for.
  ///
  /// ```swift
  /// switch await run.result {
  /// case .success(let days): print(days)
  /// case .failure(let error): print("no forecast: \(error)")
  /// }
  /// ```
  ///
  /// When the wait ends, observers that were added before the end of the run have been submitted,
  /// and those that run on the actor of this code have run.
  ///
  /// Cancelling the task that waits ends the wait with a failure that holds `CancellationError`,
  /// and does not affect the run. To look without waiting, use ``currentResult``.
  public nonisolated(nonsending) var result: Result<Output, any Error> {
    get async {
      let result = await outcome.result
      await core.observers.haveRun(on: #isolation)
      return result
    }
  }

  /// A future of the output.
  ///
  /// The future fails with the error of the run, and with `CancellationError` if the run is
  /// cancelled. Cancelling the future cancels the run. Each access creates a new future. To share a
  /// run among several callers that may lose interest, create an `InterestCounter` from it.
  public var future: Future<Output, any Error> {
    let promise = Promise<Output, any Error>()
    promise.complete(with: outcome)
    promise.onCancel { [weak core] in _ = core?.cancel(.requested) }
    return promise.future
  }
}

// MARK: - Looking

extension WorkflowRun {
  /// Whether the run has an outcome.
  public var isSettled: Bool { isCancelled || settled.value != nil }

  /// The outcome, or `nil` until the run has ended.
  ///
  /// It is available to observers. A cancelled run has a failure that holds `CancellationError`.
  /// This property does not wait; ``result`` does. Reading it counts as observing the failure; see
  /// `Diagnostic.Kind.unobservedFailure`.
  public var currentResult: Result<Output, any Error>? {
    // Reading the future marks its failure as observed; before its observers it has none.
    if let result = outcome.currentResult { return result }
    if isCancelled { return .failure(CancellationError()) }
    if case .failure = settled.value { outcome.ignoringFailure() }
    return settled.value
  }

  /// The output, or `nil` until the run has ended and if it failed or was cancelled.
  ///
  /// This property does not wait; ``value`` does.
  public var currentValue: Output? {
    guard case .success(let output) = currentResult else { return nil }
    return output
  }

  /// The error, or `nil` until the run has ended and if it succeeded.
  ///
  /// The error of a cancelled run is `CancellationError`.
  public var currentError: (any Error)? {
    guard case .failure(let error) = currentResult else { return nil }
    return error
  }

  private var isCancelled: Bool { state == .cancelled }
}

extension WorkflowRun: FutureProtocol {
  /// The outcome of the run, so that a verb of futures waits for a run that its closure starts.
  public var _future: Future<Output, any Error> { future }
}
