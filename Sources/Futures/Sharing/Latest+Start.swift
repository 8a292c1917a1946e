extension Latest {
  /// Starts work, and cancels what was started before.
  ///
  /// ```swift
  /// latest.start { self.search(text) }.onSuccess { self.show($0) }
  /// ```
  ///
  /// - Parameter body: Starts the work. Called at most once, and released then. Runs where it is
  ///   written.
  /// - Returns: A future with the outcome of the work, which settles where `body` runs. It is
  ///   cancelled when other work is started. Cancelling it cancels the future that `body` returned.
  @discardableResult
  public func start(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    start(on: ExecutionContext(isolation: body.isolation), withoutIsolation(body))
  }

  /// Starts work on a context of your choice, and cancels what was started before.
  ///
  /// - Parameters:
  ///   - context: Where `body` runs. The compiler rejects a closure that uses isolated state.
  ///   - body: Starts the work. Called at most once, and released then.
  /// - Returns: A future with the outcome of the work, which settles on `context`. It is cancelled
  ///   when other work is started. Cancelling it cancels the future that `body` returned.
  @discardableResult
  public func start(
    on context: ExecutionContext,
    _ body: @escaping @Sendable () -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    begin(on: context) { _ in body() }
  }
}

extension Latest where Failure == any Error {
  /// Starts work with a closure that may throw, and cancels what was started before.
  ///
  /// What `body` throws fails the returned future. Otherwise like the other `start`.
  ///
  /// - Parameter body: Starts the work, or throws. Called at most once, and released then. Runs
  ///   where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` runs.
  @_disfavoredOverload
  @discardableResult
  public func start(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () throws -> Future<Value, any Error>
  ) -> Future<Value, any Error> {
    start(on: ExecutionContext(isolation: body.isolation), withoutIsolation(body))
  }

  /// Starts work with a closure that may throw, on a context of your choice, and cancels what was
  /// started before.
  ///
  /// What `body` throws fails the returned future. Otherwise like the other `start`.
  ///
  /// - Parameters:
  ///   - context: Where `body` runs. The compiler rejects a closure that uses isolated state.
  ///   - body: Starts the work, or throws. Called at most once, and released then.
  /// - Returns: A future with the outcome of the work, which settles on `context`.
  @_disfavoredOverload
  @discardableResult
  public func start(
    on context: ExecutionContext,
    _ body: @escaping @Sendable () throws -> Future<Value, any Error>
  ) -> Future<Value, any Error> {
    begin(on: context) { _ in Future(catching: body) }
  }
}
