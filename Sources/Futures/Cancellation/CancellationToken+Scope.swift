// The scope of closures that start work, and tokens for futures that cannot be cancelled.

extension CancellationToken {
  /// Runs `body` in the scope of this token: work that it starts takes the token by default.
  @inlinable
  package func asCurrent<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isNever && !CurrentScope.isPossible { return try body() }
    return try CurrentScope.with(core, body)
  }

  /// Runs `body` in the scope of this token, which is not ``never``, with the tasks that it starts.
  package nonisolated(nonsending) func asCurrent<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard let core else { return try await body() }
    return try await CurrentScope.with(core, body)
  }

  /// Returns this token, or ``never`` if a future with the given error type ignores it.
  ///
  /// A token that you pass to a future that cannot be cancelled leaves the future without an
  /// outcome. A token that the future has only because it was started in a scope must not.
  @inlinable
  func heeded<Failure: Error>(by failure: Failure.Type) -> CancellationToken {
    isNever || holdsCancellation(failure) || !isCurrent ? self : .never
  }

  /// Returns this token if a result with the given error type ignores it, for the scopes of its
  /// work; otherwise ``never``, as such a result ends the scopes itself.
  func unheeded<Failure: Error>(by failure: Failure.Type) -> CancellationToken {
    heeded(by: failure).isNever ? self : .never
  }

  /// Whether this is the token of the current scope.
  @usableFromInline var isCurrent: Bool { core === CurrentScope.value }
}
