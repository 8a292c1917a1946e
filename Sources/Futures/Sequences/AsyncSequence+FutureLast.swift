extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a future of the last element.
  ///
  /// Starts an iteration in a task of its own, on no actor, and keeps only the latest element. The
  /// future of a sequence that never ends stays pending until you cancel it.
  ///
  /// Cancelling the future settles it at once and cancels the task of the iteration. A sequence
  /// that ignores cancellation keeps the task until it returns from `next`.
  ///
  /// - Parameters:
  ///   - token: Cancels the future, and with it the iteration; by default, the token of the current
  ///     scope.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that settles when the sequence ends. It fails with the error of the
  ///   sequence, or with ``NoSuchElement`` if it ends without an element.
  public func futureLast(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Element, any Error> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws -> Element in
      guard let last = try await lastElement() else {
        throw reason(NoSuchElement(), as: (any Error).self)
      }
      return last
    }
  }

  /// Returns a future of the last element, with the error type of the sequence.
  ///
  /// Otherwise like ``futureLast(cancellation:fileID:line:)``. If `Failure` cannot
  /// represent cancellation, an iteration that is cancelled fails the future with `error`.
  ///
  /// - Parameters:
  ///   - token: Cancels the iteration, and the future if `Failure` can represent that; by default,
  ///     the token of the current scope.
  ///   - error: The error if there is no element; created only then.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that settles when the sequence ends. It fails with the error of the
  ///   sequence, or with `error` if it ends without an element.
  public func futureLast(
    cancellation token: CancellationToken = .current,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<Element, Failure> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws(Failure) -> Element in
      guard let last = try await lastElement() else { throw reason(error(), as: Failure.self) }
      return last
    }
  }

  /// Returns the last element; `nil` without one, and when the task is cancelled.
  private nonisolated(nonsending) func lastElement() async throws(Failure) -> Element? {
    var iterator = makeAsyncIterator()
    var last: Element?
    while let element = try await iterator.next(isolation: #isolation) {
      if Task.isCancelled { break }
      last = element
    }
    return Task.isCancelled ? nil : last
  }
}
