internal import Dispatch
public import Futures

// How closures of users run: on a context that is a closure, in the turn of their future.

extension Futures.Future {
  /// Calls a callback in its turn, inline.
  @inlinable
  func observe(
    inlineIn turn: Turn,
    _ callback: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    _onComplete(callback, calledBy: turn)
  }

  /// Calls a callback in its turn.
  @inlinable
  func observe(
    on context: @escaping ExecutionContext,
    _ turn: Turn,
    _ callback: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let trip = Trip(context, turn)
    onComplete(on: trip.engineContext) { result in
      if !trip.isMuted { callback(result) }
    }
  }

  /// Calls a callback with the value in its turn, inline; this does not count as looking at a failure.
  @inlinable
  func observeValue(inlineIn turn: Turn, _ callback: @escaping @Sendable (Value) -> Void) {
    _onSuccess(callback, calledBy: turn)
  }

  /// Calls a callback with the value in its turn; this does not count as looking at a failure.
  @inlinable
  func observeValue(
    on context: @escaping ExecutionContext,
    _ turn: Turn,
    _ callback: @escaping @Sendable (Value) -> Void
  ) {
    let trip = Trip(context, turn)
    onSuccess(on: trip.engineContext) { value in
      if !trip.isMuted { callback(value) }
    }
  }

  /// Runs a transform in its turn.
  ///
  /// If its context drops it, the new future stays pending.
  @inlinable
  func transform<Output, NewFailure: Error>(
    on context: @escaping ExecutionContext,
    _ turn: Turn,
    _ next: @escaping @Sendable (Result<Value, Failure>) -> Futures.Future<Output, NewFailure>
  ) -> Futures.Future<Output, NewFailure> {
    let trip = Trip(context, turn)
    return flatMapResult(on: trip.engineContext) { result in
      trip.isMuted ? .never : next(result)
    }
  }

  /// Calls a callback in its turn, and settles after it ran.
  func afterEffect(
    on context: @escaping ExecutionContext,
    _ turn: Turn,
    _ effect: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Futures.Future<Value, Failure> {
    // Also for an inline context: if the turn is taken, the new future has to wait.
    transform(on: context, turn) { result in
      effect(result)
      return Futures.Future(result: result)
    }
  }

  /// Settles like this future, some time after it, on a queue.
  ///
  /// With an interval that never ends, the queue drops the task, and the new future stays pending.
  func delayed(
    by interval: DispatchTimeInterval,
    on queue: DispatchQueue
  ) -> Futures.Future<Value, Failure> {
    let later: ExecutionContext = { task in
      queue.asyncAfter(deadline: .now() + interval, execute: task)
    }
    return transform(on: later, Turn()) { result in Futures.Future(result: result) }
  }
}
