// How operations that start work run their closures, and futures that cannot be cancelled.

extension CancellationToken {
  /// Runs `body` in the scope of this token: what it starts takes the token by default.
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

  /// This token, or ``never`` if a future with the given error type is better off without it.
  ///
  /// A token that is passed to a future which cannot be cancelled leaves it without an outcome. A
  /// token that it has only because it was started in a scope must not: nobody asked for that.
  @inlinable
  func heeded<Failure: Error>(by failure: Failure.Type) -> CancellationToken {
    isNever || holdsCancellation(failure) || !isCurrent ? self : .never
  }

  /// The token that remains for the scopes of work if its result, with the given error type, does
  /// not heed this one; a result that does ends them by itself.
  func unheeded<Failure: Error>(by failure: Failure.Type) -> CancellationToken {
    heeded(by: failure).isNever ? self : .never
  }

  /// Whether this is the token of the current scope.
  @usableFromInline var isCurrent: Bool { core === CurrentScope.value }
}
