extension Future {
  /// Creates a future that a promise completes.
  ///
  /// ```swift
  /// let answer = Future<Data, any Error>.withPromise { promise in
  ///   let request = api.fetch { data, error in
  ///     if let data {
  ///       promise.succeed(data)
  ///     } else {
  ///       promise.fail(error ?? Missing())
  ///     }
  ///   }
  ///   promise.onCancel { request.stop() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - token: Cancels the future; by default, that of the current scope. If it is cancelled
  ///     already, the closure does not run. A future whose error type cannot hold cancellation is
  ///     left without an outcome, but ignores the token of the current scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - scope: Runs now, inside this call. It may complete the promise, or keep it to complete it
  ///     later from any thread. If it does neither, the future fails with ``BrokenPromise``.
  /// - Returns: The future of the promise.
  public static func withPromise(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ scope: (_ promise: Promise<Value, Failure>) -> Void
  ) -> Future {
    let promise = Promise<Value, Failure>(fileID: fileID, line: line)
    let future = promise.future
    let heeded = token.heeded(by: Failure.self)
    if !heeded.isNever {
      if future.cell.isCancelled(before: heeded, as: Failure.self) { return future }
      future.cell.tiePromise(to: heeded, as: Failure.self)
    }
    token.asCurrent { scope(promise) }
    return future
  }
}
