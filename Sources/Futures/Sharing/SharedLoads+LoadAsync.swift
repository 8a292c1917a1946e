extension SharedLoads {
  /// Returns a future of the value for a key, and loads the value with an asynchronous closure
  /// unless it is kept or being loaded.
  ///
  /// ```swift
  /// let page = pages.load(url) { try await client.page(at: url) }
  /// ```
  ///
  /// Otherwise like `load` with a closure that returns a future. To await the value instead of a
  /// future of it, use ``value(for:_:)``.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: The load. It runs where it is written: on the actor of the code that passes it, or
  ///     on the global executor if that code is nonisolated. Its task is cancelled when all callers
  ///     have cancelled their futures.
  /// - Returns: A future of the value.
  @inlinable
  public func load(
    _ key: Key,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    if let kept = hit(key, cancellation: token) { return kept }
    return share(of: key, cancellation: token) { start($0, of: key, body) }
  }

  /// Returns a future of the value for a key, and starts to load the value with an asynchronous
  /// closure unless it is kept or being loaded.
  ///
  /// The value is that of the future that `body` returns. Otherwise like the other `load` with an
  /// asynchronous closure.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the load. Runs where it is written. The load is cancelled when all callers
  ///     have cancelled their futures.
  /// - Returns: A future of the value.
  @inlinable
  public func load<Work: FutureProtocol<Value, Failure>>(
    _ key: Key,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Value, Failure> {
    if let kept = hit(key, cancellation: token) { return kept }
    return startLoad(key, cancellation: token, by: body)
  }

  @usableFromInline
  func startLoad<Work: FutureProtocol<Value, Failure>>(
    _ key: Key,
    cancellation token: CancellationToken,
    by body: @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Value, Failure> {
    startLoad(key, on: .inline, cancellation: token) { .started(by: body) }
  }
}
