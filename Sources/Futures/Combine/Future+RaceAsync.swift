extension Future {
  /// Runs two asynchronous closures at the same time, and returns a future of the first outcome.
  ///
  /// ```swift
  /// let page = Future.race {
  ///   try await client.page(at: near)
  /// } or: {
  ///   try await client.page(at: far)
  /// }
  /// ```
  ///
  /// The task of the other one is cancelled; its outcome is dropped, whether or not it responds to
  /// the cancellation. Otherwise like `race` with closures that return futures.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both tasks and the result are cancelled; by default, the token of
  ///     the current scope.
  ///   - first: A contender. It runs where it is written: on the actor of the code that passes it,
  ///     or on the global executor if that code is nonisolated.
  ///   - second: The other one. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  @inlinable
  @_disfavoredOverload
  public static func race(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value,
    @_inheritActorContext or second:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future {
    raceInTasks(cancellation: token) { result in
      start(first, for: result, cancellation: token)
      start(second, for: result, cancellation: token)
    }
  }

  /// Starts two pieces of work with asynchronous closures, and returns a future of the first
  /// outcome.
  ///
  /// The outcome of a contender is that of the future that its closure returns. Otherwise like the
  /// other `race` with asynchronous closures.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - first: Starts a contender. Runs where it is written.
  ///   - second: Starts the other one. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  public static func race<
    First: FutureProtocol<Value, Failure>,
    Second: FutureProtocol<Value, Failure>
  >(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first: @escaping @Sendable @isolated(any) () async -> First,
    @_inheritActorContext or second: @escaping @Sendable @isolated(any) () async -> Second
  ) -> Future {
    race(on: .inline, cancellation: token, { .following(first) }, or: { .following(second) })
  }

  /// Starts two pieces of work at the same time, one with an asynchronous closure, and returns a
  /// future of the first outcome.
  ///
  /// Otherwise the same as the other `race`.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - first: Starts a contender. Runs where it is written.
  ///   - second: Starts the other one. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  public static func race<Second: FutureProtocol<Value, Failure>>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value,
    @_inheritActorContext or second:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Second
  ) -> Future {
    race(
      on: .inline,
      cancellation: token,
      { Future(operation: first) },
      or: { .following(second) }
    )
  }

  /// Starts two pieces of work at the same time, the other one with an asynchronous closure, and
  /// returns a future of the first outcome.
  ///
  /// Otherwise the same as the other `race`.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - first: Starts a contender. Runs where it is written.
  ///   - second: Starts the other one. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  public static func race<First: FutureProtocol<Value, Failure>>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> First,
    @_inheritActorContext or second:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future {
    race(
      on: .inline,
      cancellation: token,
      { .following(first) },
      or: { Future(operation: second) }
    )
  }
}

extension Future {
  /// Returns a future that is settled by the first of the pieces of work that a closure starts.
  @inlinable
  @inline(__always)
  static func raceInTasks(
    cancellation token: CancellationToken,
    _ body: (_ result: Cell) -> Void
  ) -> Future {
    let result = PromiseCell()
    let heeded = token.heeded(by: Failure.self)
    if !result.isCancelled(before: heeded, as: Failure.self) { body(result) }
    return Future(cell: result)
  }
}

extension Future where Failure == any Error {
  /// Starts two pieces of work with asynchronous closures that may throw, and returns a future of
  /// the first outcome.
  ///
  /// What a closure throws is the outcome of its contender, whose future may have its own error
  /// type. Otherwise like the other `race` with asynchronous closures.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - first: Starts a contender, or throws. Runs where it is written. Optional only for overload
  ///     resolution; passing `nil` is a programming error.
  ///   - second: Starts the other one, or throws. Optional like `first`.
  /// - Returns: A future with the first outcome in time.
  public static func race<First: FutureProtocol, Second: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first: (@Sendable @isolated(any) () async throws -> First)?,
    @_inheritActorContext or second: (@Sendable @isolated(any) () async throws -> Second)?
  ) -> Future where First.Value == Value, Second.Value == Value {
    // Optional only for overload resolution: the compiler prefers the overload whose closure throws
    // nothing.
    guard let first, let second else { preconditionFailure("Pass two closures.") }
    return race(
      on: .inline,
      cancellation: token,
      { .following(erasing: first) },
      or: { .following(erasing: second) }
    )
  }
}
