extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a future of all elements, up to a limit.
  ///
  /// ```swift
  /// let lines = connection.lines.futureCollected(upTo: 10_000)
  /// ```
  ///
  /// Starts an iteration in a new task, on no actor. It reads at most one element more than
  /// `limit`, so that the array never exceeds that. To collect elements in an asynchronous function
  /// without a limit, use `Array.init(_:)` of swift-async-algorithms.
  ///
  /// Cancelling the future settles it at once and cancels the task of the iteration. A sequence
  /// that ignores cancellation keeps the task until it returns from `next`.
  ///
  /// - Parameters:
  ///   - limit: The most elements to collect; values less than 0 count as 0.
  ///   - token: Cancels the future, and with it the iteration; by default, the token of the current
  ///     scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that settles when the sequence ends, or has too many elements. It fails
  ///   with the error of the sequence, or with ``TooManyElements``.
  public func futureCollected(
    upTo limit: Int,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<[Element], any Error> {
    Future(cancellation: token, fileID: fileID, line: line) { () async throws -> [Element] in
      guard let elements = try await elements(upTo: limit) else {
        throw reason(TooManyElements(limit: Swift.max(0, limit)), as: (any Error).self)
      }
      return elements
    }
  }

  /// Returns a future of all elements, with the error type of the sequence.
  ///
  /// Otherwise like ``futureCollected(upTo:cancellation:fileID:line:)``. If `Failure` cannot
  /// represent cancellation, an iteration that is cancelled fails the future with `error`.
  ///
  /// - Parameters:
  ///   - limit: The most elements to collect; values less than 0 count as 0.
  ///   - token: Cancels the iteration, and the future if `Failure` can represent that; by default,
  ///     the token of the current scope.
  ///   - error: The error if there are more elements; created only then.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that settles when the sequence ends, or has too many elements. It fails
  ///   with the error of the sequence, or with `error`.
  public func futureCollected(
    upTo limit: Int,
    cancellation token: CancellationToken = .current,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<[Element], Failure> {
    Future(cancellation: token, fileID: fileID, line: line) {
      () async throws(Failure) -> [Element] in
      guard let elements = try await elements(upTo: limit) else {
        throw reason(error(), as: Failure.self)
      }
      return elements
    }
  }

  /// Returns the elements; `nil` if there are more than `limit`, and when the task is
  /// cancelled.
  private nonisolated(nonsending) func elements(
    upTo limit: Int
  ) async throws(Failure) -> [Element]? {
    var iterator = makeAsyncIterator()
    var elements: [Element] = []
    while let element = try await iterator.next(isolation: #isolation) {
      if Task.isCancelled || elements.count >= limit { return nil }
      elements.append(element)
    }
    return Task.isCancelled ? nil : elements
  }
}
