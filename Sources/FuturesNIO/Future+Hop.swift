#if NIO
public import Futures
public import NIOCore

extension Future {
  /// Returns an event-loop future with the outcome of this one.
  ///
  /// ```swift
  /// func respond(
  ///   to request: Request,
  ///   on loop: any EventLoop
  /// ) -> EventLoopFuture<Response> {
  ///   articles.load(request.path).map { Response($0) }.hop(to: loop)
  /// }
  /// ```
  ///
  /// If this future settles on `loop`, the returned one completes there without a hop; otherwise it
  /// takes one hop. An error keeps its type: cast it back where you receive it. If this future is
  /// released without an outcome, the returned one fails with `BrokenPromise`.
  ///
  /// Shut down an event loop only after the futures that hop to it have settled. A future that
  /// settles later leaves the returned future incomplete, because SwiftNIO cannot complete it then,
  /// and `Diagnostics` reports a dropped job.
  ///
  /// - Parameters:
  ///   - loop: The event loop.
  ///   - token: Once cancelled, the returned future fails with `CancellationError`. This future is
  ///     not affected.
  ///   - fileID: Where the event-loop future is created, for SwiftNIO's messages.
  ///   - line: Where the event-loop future is created, for SwiftNIO's messages.
  /// - Returns: The event-loop future.
  @inlinable
  public func hop(
    to loop: any EventLoop,
    cancellation token: CancellationToken = .never,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> EventLoopFuture<Value> {
    if token.isCancelled { return loop.makeFailedFuture(CancellationError()) }
    switch currentResult {
    case .success(let value): return loop.makeSucceededFuture(value)
    case .failure(let error): return loop.makeFailedFuture(error)
    case nil: break
    }
    let promise = loop.makePromise(of: Value.self, file: fileID, line: line)
    cascade(to: promise, cancellation: token)
    return promise.futureResult
  }

  /// Completes an event-loop promise with the outcome of this future.
  ///
  /// Use it for a promise that you were given, such as that of a channel handler's `write`. If the
  /// promise has been completed, nothing happens. Otherwise, the method behaves like
  /// ``hop(to:cancellation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - promise: The promise; `nil` if no caller wants the outcome.
  ///   - token: Once cancelled, the promise fails with `CancellationError`. This future is not
  ///     affected.
  @inlinable
  public func cascade(
    to promise: EventLoopPromise<Value>?,
    cancellation token: CancellationToken = .never
  ) {
    guard let promise else {
      on(.inline).onFailure { _ in }
      return
    }
    let completion = PromiseCompletion(of: promise, unless: token)
    on(.inline).onComplete(cancellation: token) { completion.complete(with: $0) }
  }
}

extension EventLoopPromise where Value: Sendable {
  /// Completes the promise with the outcome of a future.
  ///
  /// This method is equivalent to `Future.cascade(to:cancellation:)`.
  ///
  /// - Parameter future: The future.
  @inlinable
  public func completeWith<Failure: Error>(_ future: Future<Value, Failure>) {
    future.cascade(to: self)
  }
}
#endif
