extension Future {
  /// Starts two pieces of work at the same time, and returns a future of the first outcome.
  ///
  /// ```swift
  /// let page = Future.race {
  ///   download(url, from: near)
  /// } or: {
  ///   download(url, from: far)
  /// }
  /// ```
  ///
  /// The first outcome decides, success or failure. Each contender has its own scope, which is
  /// cancelled when the result settles: everything that a loser has started stops, and so does
  /// anything that the winner left running. Work that was started elsewhere continues.
  ///
  /// `first` and `second` have the task-local values of the code that calls this method, whenever
  /// the work starts; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - first: Starts one contender. Runs where it is written.
  ///   - second: Starts the other one, unless the first has settled by then. Runs where it is
  ///     written.
  /// - Returns: A future with the first outcome in time.
  public static func race(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first: @escaping @Sendable @isolated(any) () -> Future,
    @_inheritActorContext or second: @escaping @Sendable @isolated(any) () -> Future
  ) -> Future {
    let contenders = [
      (ExecutionContext(isolation: first.isolation), withoutIsolation(first)),
      (ExecutionContext(isolation: second.isolation), withoutIsolation(second)),
    ]
    return race(contenders, cancellation: token)
  }

  /// Starts two pieces of work on a context of your choice, and returns a future of the first
  /// outcome.
  public static func race(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ first: @escaping @Sendable () -> Future,
    or second: @escaping @Sendable () -> Future
  ) -> Future {
    race([(context, first), (context, second)], cancellation: token)
  }

  static func race(
    _ contenders: [(context: ExecutionContext, start: @Sendable () -> Future)],
    cancellation token: CancellationToken
  ) -> Future {
    Contest.hold(cancellation: token) { contest, result in
      for (number, (context, start)) in contenders.enumerated() {
        contest.start(number, for: result, on: context, start)
      }
    }
  }
}

// Closures that throw have separate overloads: where nothing else determines the error type, the
// compiler infers it from what the closure throws, which is `Never` if it does not throw, so that a
// race of closures that only return `load()` would not compile with this overload alone.
extension Future {
  /// Starts two pieces of work at the same time with closures that may throw.
  ///
  /// What a closure throws is the outcome of its contender. Otherwise like the other `race`.
  ///
  /// `first` and `second` have the task-local values of the code that calls this method, whenever
  /// the work starts; see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, both contenders and the result are cancelled; by default, the token
  ///     of the current scope.
  ///   - first: Starts a contender, or throws. Runs where it is written.
  ///   - second: Starts the other one, or throws, unless the first has settled by then. Runs where
  ///     it is written.
  /// - Returns: A future with the first outcome in time.
  @_disfavoredOverload
  public static func race(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ first: @escaping @Sendable @isolated(any) () throws(Failure) -> Future,
    @_inheritActorContext or second: @escaping @Sendable @isolated(any) () throws(Failure) -> Future
  ) -> Future {
    let contexts = [
      ExecutionContext(isolation: first.isolation), ExecutionContext(isolation: second.isolation),
    ]
    let first: @Sendable () throws(Failure) -> Future = withoutIsolation(first)
    let second: @Sendable () throws(Failure) -> Future = withoutIsolation(second)
    let contenders = [
      (contexts[0], { @Sendable in Future(catching: first) }),
      (contexts[1], { @Sendable in Future(catching: second) }),
    ]
    return race(contenders, cancellation: token)
  }

  /// Starts two pieces of work with closures that may throw, on a context of your choice.
  @_disfavoredOverload
  public static func race(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ first: @escaping @Sendable () throws(Failure) -> Future,
    or second: @escaping @Sendable () throws(Failure) -> Future
  ) -> Future {
    race(
      on: context,
      cancellation: token,
      { Future(catching: first) },
      or: { Future(catching: second) }
    )
  }
}
