public import Futures

// The base of the transforms on a context. They run in the turn of the future, like callbacks. If
// the context drops one, the new future stays pending.

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the outcome.
  @inlinable
  func transform<U: Sendable, E1: Error>(
    on context: @escaping ExecutionContext,
    _ next: @escaping @Sendable (Result<Value.Value, Value.Error>) -> Result<U, E1>
  ) -> Future<U, E1> {
    if let same = self as? Future<Value.Value, Value.Error> {
      return Future(same.future.mapResultInTurn(on: context, next))
    }
    return Future(outcome.mapResultInTurn(on: context) { next($0.flattened) })
  }

  /// Starts further work with the outcome, and waits for it.
  @inlinable
  func transform<U: Sendable, E1: Error>(
    on context: @escaping ExecutionContext,
    _ next: @escaping @Sendable (Result<Value.Value, Value.Error>) -> Future<U, E1>
  ) -> Future<U, E1> {
    if let same = self as? Future<Value.Value, Value.Error> {
      return Future(same.future.flatMapResultInTurn(on: context) { next($0).future })
    }
    return Future(outcome.flatMapResultInTurn(on: context) { next($0.flattened).future })
  }
}

extension Result where Success: ResultProtocol, Failure == Never {
  /// The result inside this one, which cannot fail.
  @inlinable
  var flattened: Result<Success.Value, Success.Error> {
    switch self {
    case .success(let result): result.result
    }
  }
}
