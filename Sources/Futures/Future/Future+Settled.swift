// For façades, whose closures get a future that has settled instead of its outcome, or are called in a way of
// the façade's own. The underscore keeps these out of the public API; they are public because a façade's
// inlinable code calls them.

extension Future {
  /// Transforms the settled future itself.
  ///
  /// Like ``mapResult(on:cancellation:_:)``, without a copy of the outcome.
  @inlinable
  public func _mapSettled<Output>(
    on context: ExecutionContext,
    _ transform: @escaping @Sendable (Future) throws -> Output
  ) -> Future<Output, any Error> {
    derive(on: context, .none) { source, derived in
      if source.isAbandoned { return derived.pass(failureOf: source, as: (any Error).self) }
      do {
        return derived.succeed(try transform(Future(cell: source))) ?? .none
      } catch {
        return derived.fail(error, as: (any Error).self) ?? .none
      }
    }
  }

  /// Starts further work with the settled future itself, and waits for it.
  ///
  /// Like ``flatMapResult(on:cancellation:_:)``, without a copy of the outcome.
  @inlinable
  public func _flatMapSettled<Output>(
    on context: ExecutionContext,
    _ next: @escaping @Sendable (Future) throws -> Future<Output, any Error>
  ) -> Future<Output, any Error> {
    derive(on: context, .none) { source, derived in
      if source.isAbandoned { return derived.pass(failureOf: source, as: (any Error).self) }
      do {
        return derived.takeOver(try next(Future(cell: source)).cell, as: (any Error).self)
      } catch {
        return derived.fail(error, as: (any Error).self) ?? .none
      }
    }
  }

  /// Calls a closure with the outcome, in a façade's way.
  ///
  /// Like ``onComplete(on:cancellation:_:)``, inline.
  @inlinable
  public func _onComplete<Caller: _ObserverCaller>(
    _ observer: @escaping @Sendable (Result<Value, Failure>) -> Void,
    calledBy caller: Caller
  ) {
    if cell.isSettled {
      // The step runs without a waiter, which would hold the tag.
      cell.observe { source, _ in
        if let result = Future(cell: source).result { caller.call(observer, with: result) }
        return .none
      }
    } else {
      cell.observe(tag: caller.tag) { source, waiter in
        if let result = Future(cell: source).result {
          Caller(tag: waiter.tag).call(observer, with: result)
        }
        return .none
      }
    }
  }

  /// Calls a closure with the value if the future succeeds, in a façade's way.
  ///
  /// Like ``onSuccess(on:cancellation:_:)``, inline.
  @inlinable
  public func _onSuccess<Caller: _ObserverCaller>(
    _ observer: @escaping @Sendable (Value) -> Void,
    calledBy caller: Caller
  ) {
    if cell.isSettled {
      // The step runs without a waiter, which would hold the tag.
      cell.observe(ignoresFailure: true) { source, _ in
        if source.isSuccess { caller.call(observer, with: source.load(as: Value.self)) }
        return .none
      }
    } else {
      cell.observe(tag: caller.tag, ignoresFailure: true) { source, waiter in
        if source.isSuccess {
          Caller(tag: waiter.tag).call(observer, with: source.load(as: Value.self))
        }
        return .none
      }
    }
  }
}

/// How a façade calls the closures of its users.
///
/// A type instead of a closure, so that an observer is kept in one closure, not in one that holds another; and
/// nothing but a number, which the engine keeps once for many observers.
public protocol _ObserverCaller: Sendable {
  /// What makes the caller; not zero, and the two highest bits are clear.
  var tag: UInt { get }

  /// Makes the caller with a tag.
  init(tag: UInt)

  /// Calls an observer, now or later.
  func call<Argument: Sendable>(
    _ observer: @escaping @Sendable (Argument) -> Void,
    with argument: Argument
  )
}
