extension Sequence where Element: Sendable {
  /// Runs an asynchronous closure for every element at the same time, and returns a future of the
  /// first outcome.
  ///
  /// ```swift
  /// let page = mirrors.race { mirror in try await client.page(at: mirror) }
  /// ```
  ///
  /// The other tasks are cancelled; their outcomes are dropped, whether or not they respond to the
  /// cancellation. Otherwise like `race` with a closure that returns a future.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the tasks and the result are cancelled; by default, the token of
  ///     the current scope.
  ///   - body: The contender of one element. It runs where it is written: on the actor of the code
  ///     that passes it, or on the global executor if that code is nonisolated.
  /// - Returns: A future with the first outcome in time.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  @_disfavoredOverload
  public func race<Value: Sendable, Failure>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    Future.raceInTasks(cancellation: token) { result in
      for element in self {
        Future.start(
          { () async throws(Failure) in try await body(element) },
          for: result,
          cancellation: token
        )
      }
    }
  }

  /// Starts work for every element with an asynchronous closure, and returns a future of the first
  /// outcome.
  ///
  /// The outcome of a contender is that of the future that `body` returns. Otherwise like the other
  /// `race` with an asynchronous closure.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - body: Starts the contender of one element. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  /// - Complexity: O(*n*) in the number of elements.
  public func race<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Element) async -> Work
  ) -> Future<Work.Value, Work.Failure> {
    race(on: .inline, cancellation: token) { element in
      .following { () async throws(Work.Failure) in await body(element) }
    }
  }

  /// Starts work for every element with an asynchronous closure that may throw, and returns a
  /// future of the first outcome.
  ///
  /// An error that `body` throws is the outcome of its contender, whose future may have its own
  /// error type. Otherwise like the other `race` with an asynchronous closure.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - body: Starts the contender of one element, or throws. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  /// - Complexity: O(*n*) in the number of elements.
  public func race<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Element) async throws -> Work
  ) -> Future<Work.Value, any Error> {
    race(on: .inline, cancellation: token) { element in
      .following(erasing: { try await body(element) })
    }
  }
}
