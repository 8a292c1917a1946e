extension Sequence where Element: Sendable {
  /// Starts work for every element at the same time, and returns a future of the first outcome.
  ///
  /// ```swift
  /// let page = mirrors.race { mirror in download(path, from: mirror) }
  /// ```
  ///
  /// ![The first mirror to answer wins, and the two others are cancelled.](race)
  ///
  /// The first outcome decides, success or failure. Each piece of work has its own scope, which is
  /// cancelled when the result settles: everything that a loser has started stops, and so does
  /// anything that the winner left running. Work that was started elsewhere continues. Without
  /// elements the result never settles.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: Starts the work for one element. Called in input order, until one has settled. Runs
  ///     where it is written.
  /// - Returns: A future with the first outcome in time.
  /// - Complexity: O(*n*) in the number of elements.
  public func race<Value, Failure>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    race(
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work for every element at the same time, on a context of your choice, and returns a
  /// future of the first outcome.
  public func race<Value, Failure>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (Element) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    Future.race(map { element in (context, { body(element) }) }, cancellation: token)
  }

  // Closures that throw have separate overloads: where nothing else determines the error type, the
  // compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
  // `urls.race { load($0) }` would not compile with this overload alone.

  /// Starts work for every element at the same time with a closure that may throw, and returns a
  /// future of the first outcome.
  ///
  /// An error that `body` throws is the outcome of that piece of work. Otherwise like the other
  /// `race`.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: Starts the work for one element, or throws. Runs where it is written.
  /// - Returns: A future with the first outcome in time.
  /// - Complexity: O(*n*) in the number of elements.
  @_disfavoredOverload
  public func race<Value, Failure>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    race(
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work for every element at the same time with a closure that may throw, on a context of
  /// your choice, and returns a future of the first outcome.
  @_disfavoredOverload
  public func race<Value, Failure>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (Element) throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    race(on: context, cancellation: token) { element in
      Future<Value, Failure>(catching: { () throws(Failure) in try body(element) })
    }
  }
}
