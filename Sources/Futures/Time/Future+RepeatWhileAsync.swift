extension Future where Value == Void {
  /// Repeats asynchronous work for as long as a condition holds.
  ///
  /// ```swift
  /// let handled = Future.repeatWhile {
  ///   await queue.hasMore
  /// } _: {
  ///   try await queue.handleNext()
  /// }
  /// ```
  ///
  /// Each round, which includes the check of the condition, runs in a new task. Otherwise like
  /// `repeatWhile` with a closure that returns a future.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, no further round starts, and the task of the current round and the
  ///     result are cancelled; by default, the token of the current scope.
  ///   - condition: Called before each round. Runs where it is written.
  ///   - body: A round. The next one starts when it returns; an error that it throws ends the loop.
  ///     It runs where it is written: on the actor of the code that passes it, or on the global
  ///     executor if that code is nonisolated.
  /// - Returns: A future that succeeds when the condition no longer holds.
  @_disfavoredOverload
  public static func repeatWhile(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ condition:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Bool,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Void
  ) -> Future<Void, Failure> {
    repeatRounds(cancellation: token) { isOver in
      Future { () async throws(Failure) in
        if try await condition() { try await body() } else { isOver.set() }
      }
    }
  }

  /// Repeats work that an asynchronous closure starts for as long as a condition holds.
  ///
  /// A round is over when the future that `body` returns has succeeded. Otherwise like the other
  /// `repeatWhile` with asynchronous closures.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, no further round starts, and the current round and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - condition: Called before each round. Runs where it is written.
  ///   - body: Starts a round. Runs where it is written.
  /// - Returns: A future that succeeds when the condition no longer holds.
  public static func repeatWhile<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ condition: @escaping @Sendable @isolated(any) () async -> Bool,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async -> Work
  ) -> Future<Void, Failure> where Work.Failure == Failure {
    repeatRounds(cancellation: token) { isOver in
      Future<Work?, Failure> { () async throws(Failure) in
        if await condition() { return await body() }
        isOver.set()
        return nil
      }.flatMap(on: .inline) { round in round?._future.asVoid() ?? Future() }
    }
  }

  /// Repeats what `round` starts until `round` sets the flag.
  private static func repeatRounds(
    cancellation token: CancellationToken,
    _ round: @escaping @Sendable (_ isOver: Flag) -> Future
  ) -> Future {
    let isOver = Flag()
    return repeatWhile(on: .inline, cancellation: token) {
      !isOver.isSet
    } _: {
      round(isOver)
    }
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Repeats work that an asynchronous closure starts for as long as a condition holds, with
  /// closures that may throw.
  ///
  /// What `condition` or `body` throws fails the result; the futures of the rounds may have their
  /// own error type. Otherwise like the other `repeatWhile` with asynchronous closures.
  ///
  /// The tasks have the task-local values of the code that calls this method, whenever they start;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, no further round starts, and the current round and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - condition: Called before each round. Runs where it is written.
  ///   - body: Starts a round, or throws. Runs where it is written. Optional only for overload
  ///     resolution; passing `nil` is a programming error.
  /// - Returns: A future that succeeds when the condition no longer holds.
  public static func repeatWhile<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ condition: @escaping @Sendable @isolated(any) () async throws -> Bool,
    @_inheritActorContext _ body: (@Sendable @isolated(any) () async throws -> Work)?
  ) -> Future {
    // Optional only for overload resolution: the compiler prefers the overload whose closure throws
    // nothing.
    guard let body else { preconditionFailure("Pass a closure that starts a round.") }
    return repeatRounds(cancellation: token) { isOver in
      Future<Work?, any Error> {
        if try await condition() { return try await body() }
        isOver.set()
        return nil
      }.flatMap(on: .inline) { round in round?._future.asVoid().eraseFailure() ?? Future() }
    }
  }
}

/// Whether a loop is over, which a round determines.
private final class Flag: Sendable {
  private let state = Locked(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}
