extension SharedLoads {
  /// Returns a future of the value for a key, and loads the value unless it is kept or being
  /// loaded.
  ///
  /// ```swift
  /// let image = images.load(url) { self.download(url) }
  /// ```
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the load; an error that it throws fails the returned future. It is not called
  ///     if the value is kept or being loaded, and is released when the load has started. Runs
  ///     where it is written.
  /// - Returns: A future of the value, which can be cancelled on its own. When the last of the
  ///   futures of a load is cancelled, the future that `body` returned is cancelled as well. A
  ///   future of a kept value has settled.
  /// - Complexity: O(1).
  @inlinable
  public func load(
    _ key: Key,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    if let kept = hit(key, cancellation: token) { return kept }
    return load(
      key,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(throwing: body)
    )
  }

  /// Returns a future of the value for a key, and loads the value, on a context of your choice,
  /// unless it is kept or being loaded.
  @inlinable
  package func load(
    _ key: Key,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    if let kept = hit(key, cancellation: token) { return kept }
    return startLoad(key, on: context, cancellation: token, body)
  }

  /// Returns a future of the value that is kept for a key and has not expired; `nil` as well if the
  /// token is cancelled.
  @inlinable
  func hit(_ key: Key, cancellation token: CancellationToken) -> Future<Value, Failure>? {
    if !token.isNever, token.isCancelled { return nil }
    guard let entry = hit(key) else { return nil }
    return Future(value: entry.value)
  }

  @usableFromInline
  func startLoad(
    _ key: Key,
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ body: @escaping @Sendable () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    load(key, on: context, cancellation: token, startingWith: { _ in Future(catching: body) })
  }

  /// Returns the value for a key, and loads it unless it is kept or being loaded.
  ///
  /// ```swift
  /// let image = try await images.value(for: url) {
  ///   try await client.image(at: url)
  /// }
  /// ```
  ///
  /// Cancelling the current task affects only this caller. The task of `body` is cancelled when the
  /// last waiting caller has cancelled.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - body: Loads the value, in a new task. It is not called if the value is kept or being
  ///     loaded. Runs where it is written, or on the global executor if that is nonisolated code.
  /// - Returns: The value.
  /// - Throws: What `body` throws, ``LoadCycle`` if the load would wait for itself, or the
  ///   cancellation error of `Failure` if the current task was cancelled; if it was cancelled
  ///   before the call, `body` is not called. Under an error type that cannot hold cancellation the
  ///   task keeps waiting.
  @inlinable
  public nonisolated(nonsending) func value(
    for key: Key,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if !Task.isCancelled, let entry = hit(key) { return entry.value }
    return try await loadedValue(for: key, body)
  }

  /// Returns a value that may have to be loaded.
  @inlinable
  @inline(never)
  nonisolated(nonsending) func loadedValue(
    for key: Key,
    _ body: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if Task.isCancelled, let cancelled = cancellationError(as: Failure.self) { throw cancelled }
    switch answer(for: key) {
    case .kept(let entry):
      return entry.value
    case .refreshing(let entry, let load):
      start(load, of: key, body)
      return entry.value
    case .failed(let entry):
      throw entry.value
    case .underWay(let load, let isNew):
      let wait = enterWait(for: load, isNew: isNew)
      if case .cycle(let cycle) = wait {
        return try await load.refusal(of: cycle).result.get()
      }
      if isNew { start(load, of: key, body) }
      await [load.scope].escalating { await load.wait(wait) }
      wait.end()
      if load.result.isSuccess { return load.result.load(as: Value.self) }
      return try await Future<Value, Failure>(cell: load.result).resultAfterWait().get()
    }
  }
}
