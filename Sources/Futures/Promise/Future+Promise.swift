extension Future {
  /// Makes a future that a promise will complete.
  ///
  /// ```swift
  /// let answer = Future<Data, any Error> { promise in
  ///   api.fetch { data, error in
  ///     if let data { promise.succeed(data) } else { promise.fail(error ?? Missing()) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - scope: Runs now, inside this call. It may complete the promise, or keep it to complete it
  ///     later from any thread. If it does neither, the future fails with ``BrokenPromise``.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  public init(
    _ scope: (_ promise: Promise<Value, Failure>) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let promise = Promise<Value, Failure>(fileID: fileID, line: line)
    self = promise.future
    scope(promise)
  }
}
