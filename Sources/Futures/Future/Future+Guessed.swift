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
  @available(*, unavailable, message: "Use '[a, b].all()', or 'a.zip(b)' for different types.")
  public static func all(_ futures: [Future]) -> Future<[Value], Failure> { fatalError() }

  /// The name of JavaScript for `all` of a sequence.
  @available(*, unavailable, message: "Use '[a, b].all()', or 'a.zip(b)' for different types.")
  public static func all(_ futures: Future...) -> Future<[Value], Failure> { fatalError() }

  /// The name of JavaScript for `firstCompleted` of a sequence.
  @available(*, unavailable, message: "Use '[a, b].firstCompleted()'.")
  public static func race(_ futures: [Future]) -> Future { fatalError() }

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
  public func unwrap<Wrapped>() -> Future<Wrapped, any Error> where Value == Wrapped? {
    fatalError()
  }

  /// The name of other libraries for `value`.
  @available(*, unavailable, message: "Use 'await future.value'.")
  public func get() async throws(Failure) -> Value { fatalError() }

  /// The name of other libraries for `currentError`.
  @available(*, unavailable, renamed: "currentError")
  public var error: Failure? { fatalError() }

  /// The name of other libraries for `isSettled`.
  @available(*, unavailable, renamed: "isSettled")
  public var isCompleted: Bool { fatalError() }

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
@available(*, unavailable, message: "Use '[a, b].all()', or 'a.zip(b)' for different types.")
public func all<Value, Failure>(_ futures: Future<Value, Failure>...) -> Future<[Value], Failure> {
  fatalError()
}

// Forms that would start work with a closure. The functions of the same names do, in a future or in
// any other asynchronous code.

extension Future {
  /// The static form of `withTimeout`.
  @available(*, unavailable, message: "Use 'Future { try await withTimeout(limit) { … } }'.")
  public static func timeout<Output>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async throws -> Output
  ) -> Future { fatalError() }

  /// The form of `retry` for closures that await.
  @available(*, unavailable, message: "Use 'Future { try await withRetry(policy) { … } }'.")
  public static func retry<Output>(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async throws -> Output
  ) -> Future { fatalError() }

  /// The static form of `withRace`.
  @available(*, unavailable, message: "Use 'Future { try await withRace { … } or: { … } }'.")
  public static func race<Output>(
    _ first: @escaping @Sendable () async throws -> Output,
    or second: @escaping @Sendable () async throws -> Output
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
