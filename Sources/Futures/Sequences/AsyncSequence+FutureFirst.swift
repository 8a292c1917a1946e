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
      var iterator = makeAsyncIterator()
      if let first = try await iterator.next(isolation: #isolation) { return first }
      // A sequence that ends because its task is cancelled looks like one without an element.
      try Task.checkCancellation()
      throw NoSuchElement()
    }
  }
}
