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

extension Future where Failure == any Error {
  /// The label of other libraries for `timeout(_:)`.
  @available(*, unavailable, renamed: "timeout(_:)")
  public func timeout(after limit: Duration) -> Future { fatalError() }
}
