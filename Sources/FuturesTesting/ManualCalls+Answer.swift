internal import Futures

extension ManualCalls {
  /// Answers a call with a value.
  ///
  /// The inline closures of the code under test run before this returns, and so do those of the
  /// main actor in a test on the main actor.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - index: The number of the call, counted from 0; `nil` for the oldest pending call.
  /// - Throws: ``NoSuchCall`` if no such call was made, or if it has settled.
  public func succeed(_ value: Value, at index: Int? = nil) throws(NoSuchCall) {
    try complete(.success(value), at: index)
  }

  /// Answers a call with an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - index: The number of the call, counted from 0; `nil` for the oldest pending call.
  /// - Throws: ``NoSuchCall`` if no such call was made, or if it has settled.
  public func fail(_ error: Failure, at index: Int? = nil) throws(NoSuchCall) {
    try complete(.failure(error), at: index)
  }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - result: The outcome.
  ///   - index: The number of the call, counted from 0; `nil` for the oldest pending call.
  /// - Throws: ``NoSuchCall`` if no such call was made, or if it has settled.
  public func complete(
    _ result: Result<Value, Failure>,
    at index: Int? = nil
  ) throws(NoSuchCall) {
    let calls = state.withLock { $0.calls }
    guard let index else {
      if calls.contains(where: { $0.promise.complete(result) }) { return }
      throw noSuchCall(.nonePending)
    }
    guard calls.indices.contains(index) else { throw noSuchCall(.notMade(index: index)) }
    if !calls[index].promise.complete(result) { throw noSuchCall(.settled(index: index)) }
  }

  /// Suspends the current task until calls have been made.
  ///
  /// Use this for code that makes its calls in a task: wait for the call, then answer it.
  ///
  /// - Parameters:
  ///   - count: The number of calls that must have been made, including those that have settled.
  ///   - patience: The longest wait in real time. It matters only where the calls are not made.
  /// - Throws: ``NoSuchCall`` if there are fewer calls after `patience`; `CancellationError` if the
  ///   task is cancelled while it waits.
  public func waitForCalls(_ count: Int = 1, patience: Duration = .seconds(60)) async throws {
    let arrival = state.withLock { state in
      state.arrivals.promise(at: state.calls.count) { $0 >= count }
    }
    do {
      try await arrival?.wait(upTo: patience)
    } catch is TimeoutError {
      throw noSuchCall(.tooFew(wanted: count, within: patience))
    }
  }

  private func noSuchCall(_ reason: NoSuchCall.Reason) -> NoSuchCall {
    NoSuchCall(reason: reason, inputs: inputs.map { String(reflecting: $0) })
  }
}
