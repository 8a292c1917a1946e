// The names of releases before 1.0.

extension Sequence {
  /// Returns a future of all values that fails with the first failure in input order, as
  /// ``all(_:)`` with ``AllPolicy/failInOrder`` does now.
  @available(*, deprecated, message: "Use 'all(.failInOrder)'.")
  public func sequence<Value, Failure>() -> Future<[Value], Failure>
  where Element == Future<Value, Failure> {
    all(.failInOrder)
  }

  /// Finds the first value that satisfies a condition, as `firstValue` does now.
  @available(*, deprecated, renamed: "firstValue(cancellation:orElse:where:)")
  public func first<Value, Failure>(
    cancellation token: CancellationToken = .never,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext where condition: @escaping @Sendable @isolated(any) (Value) -> Bool
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    firstValue(
      on: ExecutionContext(isolation: condition.isolation),
      cancellation: token,
      orElse: error(),
      where: withoutIsolation(condition)
    )
  }

  /// Finds the first value that satisfies a condition, as `firstValue` does now.
  @available(*, deprecated, renamed: "firstValue(on:cancellation:orElse:where:)")
  public func first<Value, Failure>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    where condition: @escaping @Sendable (Value) -> Bool
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    firstValue(on: context, cancellation: token, orElse: error(), where: condition)
  }

  /// Finds the first value that satisfies a condition, as `firstValue` does now.
  @available(*, deprecated, renamed: "firstValue(on:cancellation:where:)")
  public func first<Value>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    where condition: @escaping @Sendable (Value) throws -> Bool
  ) -> Future<Value, any Error> where Element == Future<Value, any Error> {
    firstValue(on: context, cancellation: token, where: condition)
  }

  /// Returns a future with the outcome of the future that settles first, as
  /// ``firstCompleted(cancelsLosers:)`` does now.
  @available(*, deprecated, renamed: "firstCompleted(cancelsLosers:)")
  public func firstCompleted<Value, Failure>(
    cancelLosingFutures: Bool
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    firstCompleted(cancelsLosers: cancelLosingFutures)
  }

  /// Combines the values one after another; the token now follows the initial value.
  @available(*, deprecated, renamed: "fold(_:cancellation:_:)")
  public func fold<Value, Failure, Output>(
    cancellation token: CancellationToken,
    _ initial: Output,
    @_inheritActorContext _ combine: @escaping @Sendable @isolated(any) (Output, Value) -> Output
  ) -> Future<Output, Failure> where Element == Future<Value, Failure> {
    fold(
      initial,
      on: ExecutionContext(isolation: combine.isolation),
      cancellation: token,
      withoutIsolation(combine)
    )
  }

  /// Combines the values one after another; the context and the token now follow the initial value.
  @available(*, deprecated, renamed: "fold(_:on:cancellation:_:)")
  public func fold<Value, Failure, Output>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ initial: Output,
    _ combine: @escaping @Sendable (Output, Value) -> Output
  ) -> Future<Output, Failure> where Element == Future<Value, Failure> {
    fold(initial, on: context, cancellation: token, combine)
  }
}

extension Future {
  /// Starts several pieces of work, and returns a future of the first outcome, as `race` of a
  /// sequence does now.
  @available(*, deprecated, message: "Use 'contenders.race { contender in contender() }'.")
  public static func race(
    _ contenders: some Sequence<@Sendable () -> Future>,
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .current
  ) -> Future {
    race(contenders.map { (context, $0) }, cancellation: token)
  }
}
