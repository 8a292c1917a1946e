extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a future of the first element.
  ///
  /// ```swift
  /// let ready = server.events.futureFirst().timeout(.seconds(5))
  /// ```
  ///
  /// Starts an iteration in a new task, on no actor, and reads one element. When the future
  /// settles, the iterator is released. To wait for an element that satisfies a condition, filter
  /// the sequence first.
  ///
  /// Cancelling the future settles it at once and cancels the task of the iteration. A sequence
  /// that ignores cancellation keeps the task until it returns from `next`.
  ///
  /// - Parameters:
  ///   - token: Cancels the future, and with it the iteration; by default, the token of the current
  ///     scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that fails with the error of the sequence, or with ``NoSuchElement`` if it
  ///   ends without an element.
  public func futureFirst(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Element, any Error> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws -> Element in
      guard let first = try await firstElement() else {
        throw reason(NoSuchElement(), as: (any Error).self)
      }
      return first
    }
  }

  /// Returns a future of the first element, with the error type of the sequence.
  ///
  /// Otherwise like ``futureFirst(cancellation:fileID:line:)``. If `Failure` cannot
  /// represent cancellation, an iteration that is cancelled fails the future with `error`.
  ///
  /// - Parameters:
  ///   - token: Cancels the iteration, and the future if `Failure` can represent that; by default,
  ///     the token of the current scope.
  ///   - error: The error if there is no element; created only then.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that fails with the error of the sequence, or with `error` if it ends
  ///   without an element.
  public func futureFirst(
    cancellation token: CancellationToken = .current,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Element, Failure> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws(Failure) -> Element in
      guard let first = try await firstElement() else { throw reason(error(), as: Failure.self) }
      return first
    }
  }

  private nonisolated(nonsending) func firstElement() async throws(Failure) -> Element? {
    var iterator = makeAsyncIterator()
    return try await iterator.next(isolation: #isolation)
  }
}

/// Returns why an iteration ended early: cancellation, which a sequence cannot tell from its end.
func reason<Failure: Error>(
  _ error: @autoclosure () -> Failure,
  as failure: Failure.Type
) -> Failure {
  (Task.isCancelled ? cancellationError(as: Failure.self) : nil) ?? error()
}
