internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSession {
  /// Makes a future of a task of this session.
  ///
  /// Only a cancellation that came through the future or the token becomes a `CancellationError`:
  /// that has settled the future before the session hears of it. What the session reports passes
  /// unchanged, a `URLError.cancelled` included that somebody else caused.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the future is cancelled, and so is the task. If it is cancelled
  ///     already, `makeTask` is not called.
  ///   - fileID: Where the future is made.
  ///   - line: Where the future is made.
  ///   - makeTask: Makes the task with a completion handler that calls `end()` of what it is given,
  ///     and then completes the promise.
  /// - Returns: The future.
  func transfer<Value: Sendable>(
    cancellation token: CancellationToken,
    _ fileID: StaticString,
    _ line: UInt,
    _ makeTask: (Promise<Value, any Error>, SessionTask) -> URLSessionTask
  ) -> Future<Value, any Error> {
    .adapted(cancellation: token, fileID, line) { promise in
      let task = SessionTask()
      task.start(makeTask(promise, task))
      return { task.stop() }
    }
  }
}

extension Promise where Failure == any Error {
  /// Completes the future with what a session passes to a completion handler.
  ///
  /// - Returns: Whether that became the outcome.
  @discardableResult
  func complete<Body>(
    _ body: Body?,
    _ response: URLResponse?,
    _ error: (any Error)?,
    _ make: (Body, URLResponse) throws -> Value
  ) -> Bool {
    if let error { return fail(error) }
    guard let body, let response else { return fail(URLError(.badServerResponse)) }
    return complete(Result { try make(body, response) })
  }
}
