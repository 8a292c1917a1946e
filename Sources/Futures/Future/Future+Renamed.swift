// The names of releases before 1.0.

extension Future {
  /// Waits for the value, as ``value-5syka`` does now.
  @available(*, deprecated, renamed: "value", message: "Use 'await future.value'.")
  public nonisolated(nonsending) func get() async throws(Failure) -> Value { try await value }

  /// Waits for the outcome, even in a task that is cancelled.
  ///
  /// The wait for ``result`` ends when the waiting task is cancelled.
  @available(
    *,
    deprecated,
    renamed: "result",
    message: "Use 'await future.result', whose wait ends when the waiting task is cancelled."
  )
  public nonisolated(nonsending) func outcome() async -> Result<Value, Failure> {
    await settledResult()
  }

  /// The error, or `nil` if there is none, as ``currentError`` is now.
  @available(*, deprecated, renamed: "currentError")
  public var error: Failure? { currentError }

  /// Whether the future has an outcome, as ``isSettled`` is now.
  @available(*, deprecated, renamed: "isSettled")
  public var isCompleted: Bool { isSettled }

  /// Replaces a failure with the outcome of further work, as `flatMapError` does now.
  @available(*, deprecated, renamed: "flatMapError(cancellation:_:)")
  public func recoverWith<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    let context = ExecutionContext(isolation: rescue.isolation)
    return flatMapError(on: context, cancellation: token, withoutIsolation(rescue))
  }

  /// Replaces a failure with the outcome of further work, as `flatMapError` does now.
  @available(*, deprecated, renamed: "flatMapError(on:cancellation:_:)")
  public func recoverWith<NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ rescue: @escaping @Sendable (Failure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    flatMapError(on: context, cancellation: token, rescue)
  }

  /// Replaces a failure with the outcome of further work, or with the error that the closure
  /// throws, as `flatMapError` does now.
  @available(*, deprecated, renamed: "flatMapError(cancellation:_:)")
  @_disfavoredOverload
  public func recoverWith<NewFailure: Error>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ rescue:
      @escaping @Sendable @isolated(any) (Failure) throws -> Future<Value, NewFailure>
  ) -> Future<Value, any Error> {
    let context = ExecutionContext(isolation: rescue.isolation)
    let call = withoutIsolation(rescue)
    return flatMapError(on: context, cancellation: token) {
      error throws -> Future<Value, any Error> in try call(error).eraseFailure()
    }
  }

  /// Replaces a failure with the outcome of further work on a context, as `flatMapError` does now.
  @available(*, deprecated, renamed: "flatMapError(on:cancellation:_:)")
  @_disfavoredOverload
  public func recoverWith<NewFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ rescue: @escaping @Sendable (Failure) throws -> Future<Value, NewFailure>
  ) -> Future<Value, any Error> {
    flatMapError(on: context, cancellation: token) {
      error throws -> Future<Value, any Error> in try rescue(error).eraseFailure()
    }
  }

  /// Writes a line when this future settles, as ``debug(_:to:fileID:line:function:)`` does now.
  @available(*, deprecated, message: "Pass a closure: 'debug(identifier) { logger.log($0) }'.")
  public func debug(
    _ identifier: String? = nil,
    logger: any FutureLogger,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Future {
    debug(
      identifier,
      to: { logger.log($0) },
      fileID: fileID,
      line: line,
      function: function
    )
  }
}

/// A type that receives lines of a log.
@available(*, deprecated, message: "Pass a closure to 'debug(_:to:)'.")
public protocol FutureLogger: Sendable {
  /// Writes a line.
  func log(_ message: String)
}

/// A logger that prints to the standard output stream.
@available(*, deprecated, message: "It is what 'debug(_:)' does.")
public struct PrintingLogger: FutureLogger {
  /// Creates a logger.
  public init() {}

  /// Prints a line.
  public func log(_ message: String) { print(message) }
}
