// For façades whose closures receive the settled future instead of its outcome, and that compare
// futures. The underscore keeps these methods out of the public API; they are public because
// inlinable code of a façade calls them.

extension Future {
  /// Returns whether another future is this one, not only one with the same outcome.
  @inlinable
  public func _isSame(as other: Future) -> Bool { cell === other.cell }

  /// Transforms the settled future itself.
  ///
  /// Like ``mapResult(on:cancellation:_:)``, without a copy of the outcome.
  @inlinable
  public func _mapSettled<Output>(
    on context: ExecutionContext,
    _ transform: @escaping @Sendable (Future) throws -> Output
  ) -> Future<Output, any Error> {
    derive(on: context, .never) { source, derived in
      if source.isAbandoned { return derived.pass(failureOf: source, as: (any Error).self) }
      return derived.catching { () throws(any Error) in
        derived.succeed(try transform(Future(cell: source))) ?? .none
      }
    }
  }

  /// Starts further work with the settled future itself, and returns a future of its outcome.
  ///
  /// Like ``flatMapResult(on:cancellation:_:)``, without a copy of the outcome.
  @inlinable
  public func _flatMapSettled<Output>(
    on context: ExecutionContext,
    _ next: @escaping @Sendable (Future) throws -> Future<Output, any Error>
  ) -> Future<Output, any Error> {
    let step = inScope { source, derived in
      if source.isAbandoned { return derived.pass(failureOf: source, as: (any Error).self) }
      return derived.catching { () throws(any Error) in
        derived.takeOver(try next(Future(cell: source)).cell, as: (any Error).self)
      }
    }
    return derive(on: context, .never, step)
  }
}
