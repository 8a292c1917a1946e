#if NIO
public import Futures
public import NIOCore

extension EventLoop {
  /// Creates a promise that fails once a token is cancelled.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - token: Once cancelled, the promise fails with `CancellationError` unless it has been
  ///     completed. The token retains the promise until the promise is completed.
  ///   - fileID: Where the promise is created, for SwiftNIO's messages.
  ///   - line: Where the promise is created, for SwiftNIO's messages.
  /// - Returns: The promise.
  public func makePromise<Value: Sendable>(
    of type: Value.Type = Value.self,
    cancellation token: CancellationToken,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> EventLoopPromise<Value> {
    let promise = makePromise(of: type, file: fileID, line: line)
    let completion = PromiseCompletion(of: promise, unless: token)
    let registration = token.onCancel { completion.complete(with: .failure(CancellationError())) }
    // Retains the token, which a timer may cancel after its source is released.
    promise.futureResult.whenComplete { _ in
      withExtendedLifetime(token) { registration.dispose() }
    }
    return promise
  }
}
#endif
