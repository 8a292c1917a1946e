extension Sequence where Element: Sendable {
  /// Runs an asynchronous closure for every element, at most a given number at a time, and collects
  /// the values.
  ///
  /// ```swift
  /// let pages = urls.traverse(maxConcurrent: 4) { url in
  ///   try await client.page(at: url)
  /// }
  /// ```
  ///
  /// Without a limit, each element has a task; with a limit, that number of tasks take one element
  /// after another. An element that has not started when the result is cancelled does not start.
  /// Otherwise like `traverse` with a closure that returns a future.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many tasks may run at a time, 1 or more. Less is taken as 1 and reported to
  ///     ``Diagnostics``.
  ///   - token: Once cancelled, no further work starts, and the running tasks and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: The work for one element. It runs where it is written: on the actor of the code that
  ///     passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public func traverse<Output: Sendable, Failure>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) async throws(Failure) -> Output
  ) -> Future<[Output], Failure> {
    if limit < 1 { reportTraversalLimit(limit) }
    let result = PromiseCell()
    result.traverse(Array(self), maxConcurrent: Swift.max(1, limit), cancellation: token, body)
    return Future(cell: result)
  }

  /// Starts work for every element with an asynchronous closure, at most a given number at a time,
  /// and collects the values.
  ///
  /// The value for an element is that of the future that `body` returns. Otherwise like the other
  /// `traverse` with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - token: Once cancelled, no further work starts, and the running work and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Work: FutureProtocol>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Element) async -> Work
  ) -> Future<[Work.Value], Work.Failure> {
    traverse(maxConcurrent: limit, on: .inline, cancellation: token) { element in
      .following { () async throws(Work.Failure) in await body(element) }
    }
  }

  /// Starts work for every element with an asynchronous closure that may throw, at most a given
  /// number at a time, and collects the values.
  ///
  /// An error that `body` throws fails its element, whose future may have its own error type.
  /// Otherwise like the other `traverse` with an asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - token: Once cancelled, no further work starts, and the running work and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element, or throws. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Work: FutureProtocol>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Element) async throws -> Work
  ) -> Future<[Work.Value], any Error> {
    traverse(maxConcurrent: limit, on: .inline, cancellation: token) { element in
      .following(erasing: { try await body(element) })
    }
  }
}
