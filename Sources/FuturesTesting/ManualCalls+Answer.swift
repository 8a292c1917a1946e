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

  /// Suspends the current task until calls are pending.
  ///
  /// Use this for code that makes its calls in a task: wait for the call, answer it, and wait for
  /// the next one. Like ``ManualContext/waitForJobs(_:)`` and
  /// ``ManualClock/waitForPendingTimers(_:)``, this counts only pending work: a call that has
  /// settled no longer counts. To count all calls, use ``waitForCalls(inAll:patience:)``.
  ///
  /// - Parameters:
  ///   - count: The number of calls that must be pending at the same time. Zero or less does not
  ///     suspend.
  ///   - patience: The longest wait in real time. It matters only if the calls are not made.
  /// - Throws: ``NoSuchCall`` if fewer calls are pending after `patience`; `CancellationError` if
  ///   the task is cancelled while it waits.
  public func waitForCalls(_ count: Int = 1, patience: Duration = .seconds(300)) async throws {
    try await wait(for: count, patience) { $0.pending >= count }
  }

  /// Suspends the current task until calls have been made, whether or not they have settled.
  ///
  /// - Parameters:
  ///   - count: The number of calls that must have been made since this object was created.
  ///   - patience: The longest wait in real time. It matters only if the calls are not made.
  /// - Throws: ``NoSuchCall`` if there are fewer calls after `patience`; `CancellationError` if the
  ///   task is cancelled while it waits.
  public func waitForCalls(
    inAll count: Int,
    patience: Duration = .seconds(300)
  ) async throws {
    try await wait(for: count, patience) { $0.all >= count }
  }

  private nonisolated(nonsending) func wait(
    for count: Int,
    _ patience: Duration,
    until condition: @escaping @Sendable (Counts) -> Bool
  ) async throws {
    let arrival = state.withLock { state in
      state.arrivals.promise(at: state.counts, when: condition)
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
