// Names of other libraries that this one does not have. The compiler says what to write instead.

extension Future {
  /// The name of other libraries for `map` and `flatMap`.
  @available(*, unavailable, message: "Use 'map' for a value, or 'flatMap' for a future.")
  public func then<Output>(_ next: @escaping @Sendable (Value) throws -> Output) -> Future<
    Value, Failure
  > { fatalError() }

  /// The name of other libraries for `recover`.
  @available(*, unavailable, message: "Use 'recover' for a value, or 'flatMapError' for a future.")
  public func `catch`<Output>(_ rescue: @escaping @Sendable (Failure) throws -> Output) -> Future<
    Value, Failure
  > { fatalError() }

  /// The name of other libraries for `init(value:)`.
  @available(*, unavailable, renamed: "init(value:)")
  public static func success(_ value: Value) -> Future { fatalError() }

  /// The name of other libraries for `init(error:)`.
  @available(*, unavailable, renamed: "init(error:)")
  public static func failure(_ error: Failure) -> Future { fatalError() }

  /// The name of JavaScript for `init(value:)`.
  @available(*, unavailable, renamed: "init(value:)")
  public static func resolve(_ value: Value) -> Future { fatalError() }

  /// The name of JavaScript for `init(error:)`.
  @available(*, unavailable, renamed: "init(error:)")
  public static func reject(_ error: Failure) -> Future { fatalError() }

  /// The name of JavaScript for `all` of a sequence.
  @available(*, unavailable, message: "Use '[a, b].all()', or 'zip(a, b)' for different types.")
  public static func all(_ futures: [Future]) -> Future<[Value], Failure> { fatalError() }

  /// The name of JavaScript for `all` of a sequence.
  @available(*, unavailable, message: "Use '[a, b].all()', or 'zip(a, b)' for different types.")
  public static func all(_ futures: Future...) -> Future<[Value], Failure> { fatalError() }

  /// The name of JavaScript for `firstCompleted` of a sequence.
  @available(*, unavailable, message: "Use '[a, b].firstCompleted()'.")
  public static func race(_ futures: [Future]) -> Future { fatalError() }

  /// The name of JavaScript for `firstCompleted` of a sequence.
  @available(*, unavailable, message: "Use '[a, b].firstCompleted()'.")
  public static func race(_ futures: Future...) -> Future { fatalError() }

  /// The form of Combine for `withPromise`.
  @available(*, unavailable, message: "Use 'Future.withPromise { promise in … }'.")
  public init(_ body: (_ promise: Promise<Value, Failure>) -> Void) { fatalError() }

  /// The form of Combine for `withPromise`.
  @available(*, unavailable, message: "Use 'Future.withPromise { $0.complete(result) }'.")
  public init(
    _ body: (_ promise: @escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
  ) { fatalError() }

  /// The form of `zip` for futures with different error types.
  @available(*, unavailable, message: "Use 'zip(a, b)' for different error types.")
  public func zip<each Other, each OtherFailure: Error>(
    _ others: repeat Future<each Other, each OtherFailure>
  ) -> Future<(Value, repeat each Other), any Error> { fatalError() }

  /// The form of `flatMapError` under the name of `recover`.
  @available(*, unavailable, renamed: "flatMapError(cancellation:_:)")
  public func recover<OtherFailure: Error>(
    _ rescue: @escaping @Sendable (Failure) async throws -> Future<Value, OtherFailure>
  ) -> Future<Value, any Error> { fatalError() }

  /// The name of Combine for `withRetry`.
  @available(*, unavailable, message: "A future runs once. Use 'withRetry' to start its work.")
  public func retry(_ attempts: Int) -> Future { fatalError() }

  /// The name of other libraries for a value that has to meet a condition.
  @available(*, unavailable, message: "Use 'map', and throw if the value does not fit.")
  public func filter(
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> Future<Value, any Error> { fatalError() }

  /// The name of Combine for `on`.
  @available(*, unavailable, message: "Use 'on(context)', with '.queue(queue)' for a queue.")
  public func receive<Scheduler>(on scheduler: Scheduler) -> Future { fatalError() }

  /// The name of PromiseKit and RxSwift for `onSuccess`.
  @available(*, unavailable, message: "Use 'onSuccess' or 'onComplete'.")
  public func tap(_ observe: @escaping @Sendable (Value) -> Void) -> Future { fatalError() }

  /// The name of other libraries for `onComplete`.
  @available(*, unavailable, message: "Use 'onComplete', or 'finally' to delay the outcome.")
  public func always(_ observe: @escaping @Sendable () -> Void) -> Future { fatalError() }

  /// The name of Combine for `recover`.
  @available(*, unavailable, message: "Use 'recover { _ in value }'.")
  public func replaceError(with value: Value) -> Future<Value, Never> { fatalError() }

  /// The name of other libraries for a value that has to be there.
  @available(*, unavailable, message: "Use 'map', and throw if the value is nil.")
  public func unwrap<Wrapped>(
    orThrow error: (any Error)? = nil
  ) -> Future<Wrapped, any Error> where Value == Wrapped? { fatalError() }

  /// The name of other libraries for `value`.
  @available(*, unavailable, message: "Use 'await future.value'.")
  public func get() async throws(Failure) -> Value { fatalError() }

  /// The name of other libraries for `currentError`.
  @available(*, unavailable, renamed: "currentError")
  public var error: Failure? { fatalError() }

  /// The name of other libraries for `isSettled`.
  @available(*, unavailable, renamed: "isSettled")
  public var isCompleted: Bool { fatalError() }

  /// The name of other libraries for a failure with a cancellation.
  @available(*, unavailable, message: "A cancelled future has failed: see 'currentError'.")
  public var isCancelled: Bool { fatalError() }

  /// The name of Combine for `onComplete`.
  @available(*, unavailable, message: "Use 'onComplete', 'onSuccess' or 'onFailure'.")
  public func sink(_ receive: @escaping @Sendable (Value) -> Void) { fatalError() }

  /// The form of futures whose error type holds a ``TimeoutError``.
  @available(*, unavailable, message: "Use 'timeout(_:orFail:)' or 'timeout(_:orSucceed:)'.")
  public func timeout(_ limit: Duration) -> Future { fatalError() }

  /// The label of other libraries for `timeout(_:orFail:)`.
  @available(*, unavailable, message: "Use 'timeout(_:orFail:)' or 'timeout(_:orSucceed:)'.")
  public func timeout(after limit: Duration) -> Future { fatalError() }
}

extension Future {
  /// The label of other libraries for `timeout(_:orFail:)`.
  @available(*, unavailable, renamed: "timeout(_:orFail:)")
  public func timeout(_ limit: Duration, error: Failure) -> Future { fatalError() }
}

extension Future where Failure == any Error {
  /// The label of other libraries for `timeout(_:)`.
  @available(*, unavailable, renamed: "timeout(_:)")
  public func timeout(after limit: Duration) -> Future { fatalError() }
}

extension Future where Failure == Never {
  /// The form of futures that can fail.
  @available(
    *,
    unavailable,
    message: "A future that cannot fail has no error for a cancellation. Cancel the work it is of."
  )
  @discardableResult
  public func cancel() -> Bool { fatalError() }
}

/// The name of JavaScript for `all` of a sequence.
@available(*, unavailable, message: "Use '[a, b].all()', or 'zip(a, b)' for different types.")
public func all<each Value, each Failure: Error>(
  _ futures: repeat Future<each Value, each Failure>
) -> Future<(repeat each Value), any Error> { fatalError() }

/// The form of `withRetry` with a number of attempts.
@available(*, unavailable, message: "Use 'withRetry(policy) { … }': 'RetryPolicy(attempts: 3)'.")
public func withRetry<Value>(
  _ attempts: Int,
  _ work: () async throws -> Value
) async throws -> Value { fatalError() }

/// The form of `withRetry` with a number of attempts.
@available(*, unavailable, message: "Use 'withRetry(policy) { … }': 'RetryPolicy(attempts: 3)'.")
public func withRetry<Value>(
  attempts: Int,
  _ work: () async throws -> Value
) async throws -> Value { fatalError() }

// Forms that would start work with a closure. The functions of the same names do, in a future or in
// any other asynchronous code.

extension Future where Failure == any Error {
  /// The static form of `withTimeout`.
  @available(*, unavailable, message: "Use 'Future { try await withTimeout(limit) { … } }'.")
  public static func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Future { fatalError() }

  /// The form of `retry` for closures that await.
  @available(*, unavailable, message: "Use 'Future { try await withRetry(policy) { … } }'.")
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Future { fatalError() }

  /// The form of `withRetry` with a number of attempts.
  @available(*, unavailable, message: "Use 'Future { try await withRetry(policy) { … } }'.")
  public static func retry(
    _ attempts: Int,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Future { fatalError() }

  /// The static form of `withRace`.
  @available(*, unavailable, message: "Use 'Future { try await withRace { … } or: { … } }'.")
  public static func race(
    _ first: @escaping @Sendable () async throws -> Value,
    or second: @escaping @Sendable () async throws -> Value
  ) -> Future { fatalError() }
}

extension Future.OnContext {
  /// The form for closures that await.
  @available(*, unavailable, message: "Use 'map' of the future itself: it awaits in a task.")
  public func map<Output>(
    _ transform: @escaping @Sendable (Value) async throws -> Output
  ) -> Future<Output, any Error> { fatalError() }

  /// The form for closures that await.
  @available(*, unavailable, message: "Use 'flatMap' of the future itself: it awaits in a task.")
  public func flatMap<Output, OtherFailure>(
    _ next: @escaping @Sendable (Value) async throws -> Future<Output, OtherFailure>
  ) -> Future<Output, any Error> { fatalError() }

  /// The form for closures that await.
  @available(*, unavailable, message: "Use 'recover' of the future itself: it awaits in a task.")
  public func recover(
    _ rescue: @escaping @Sendable (Failure) async throws -> Value
  ) -> Future<Value, any Error> { fatalError() }
}
