#if NIO
public import Futures
public import NIOCore

// `whenComplete` calls back on the event loop, so a future created here settles there without
// another hop.

extension Future where Failure == any Error {
  /// Creates a future with the outcome of an event-loop future.
  ///
  /// ```swift
  /// let channel = Future(bootstrap.connect(host: "localhost", port: 8080))
  /// let reply = channel.flatMap { channel in ask(channel, "time") }
  ///   .timeout(.seconds(5))
  /// ```
  ///
  /// The future settles on the event loop: closures that run inline run there. On that event loop,
  /// it settles inside this call if `future` is complete.
  ///
  /// If the event loop has shut down, the future fails with `BrokenPromise`.
  ///
  /// - Parameters:
  ///   - future: The event-loop future. The work on its event loop retains it; the future does not.
  ///   - token: Cancels the future, but not the work that completes `future`, which SwiftNIO cannot
  ///     cancel; by default, the token of the current scope.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  @inlinable
  public init(
    _ future: EventLoopFuture<Value>,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self = .withPromise(cancellation: token, fileID: fileID, line: line) { promise in
      future.whenComplete { promise.complete($0) }
    }
  }

  /// Creates a future with the outcome of a scheduled task.
  ///
  /// Cancelling the future cancels the task, if it has not started.
  ///
  /// - Parameters:
  ///   - scheduled: The task.
  ///   - token: Cancels the future, and with it the task; by default, the token of the current
  ///     scope.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  public init(
    _ scheduled: Scheduled<Value>,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self = .withPromise(cancellation: token, fileID: fileID, line: line) { promise in
      promise.onCancel { scheduled.cancel() }
      scheduled.futureResult.whenComplete { promise.complete($0) }
    }
  }
}

extension Future {
  /// Creates a future with the outcome of an event-loop future and a specific error type.
  ///
  /// ```swift
  /// let rows = Future<[Row], DatabaseError>(query) { error in
  ///   .connection("\(error)")
  /// }
  /// ```
  ///
  /// The future settles on the event loop: closures that run inline run there.
  ///
  /// - Parameters:
  ///   - future: The event-loop future.
  ///   - token: Cancels the future, if its error type can represent that, but not the work that
  ///     completes `future`; by default, the token of the current scope.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  ///   - otherError: A closure that returns the error to fail with for an error of another type; an
  ///     error of type `Failure` passes unchanged. The closure is called on the event loop. If the
  ///     event loop has shut down, the closure is called with `BrokenPromise` on the thread that
  ///     creates the future.
  public init(
    _ future: EventLoopFuture<Value>,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    otherError: @escaping @Sendable (any Error) -> Failure
  ) {
    self = .withPromise(cancellation: token, fileID: fileID, line: line) { promise in
      let completion = TypedCompletion(of: promise, otherError)
      future.whenComplete { completion.complete(with: $0) }
    }
  }
}

extension Promise where Failure == any Error {
  /// Completes the future with the outcome of an event-loop future, now or when it completes.
  ///
  /// Later completions have no effect, but the future can still be cancelled.
  ///
  /// - Parameter other: The event-loop future.
  /// - Returns: Whether this call decided the outcome.
  @discardableResult
  public func complete(with other: EventLoopFuture<Value>) -> Bool {
    complete(with: Future(other, cancellation: .never))
  }
}

/// Completes a promise with a result whose error has another type, or when it is released without a
/// result because the event loop dropped it.
private final class TypedCompletion<Value: Sendable, Failure: Error>: Sendable {
  private let promise: Promise<Value, Failure>
  private let otherError: @Sendable (any Error) -> Failure

  init(
    of promise: Promise<Value, Failure>,
    _ otherError: @escaping @Sendable (any Error) -> Failure
  ) {
    self.promise = promise
    self.otherError = otherError
  }

  deinit {
    if promise.future.isSettled { return }
    promise.fail(otherError(BrokenPromise(reason: .droppedPromise)))
  }

  func complete(with result: Result<Value, any Error>) {
    switch result {
    case .success(let value): promise.succeed(value)
    case .failure(let error): promise.fail(error as? Failure ?? otherError(error))
    }
  }
}
#endif
