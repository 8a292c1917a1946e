internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSession {
  /// Returns a future of a task of this session.
  ///
  /// Only a cancellation through the future or the token becomes a `CancellationError`: it settles
  /// the future before the session is notified. Errors of the session pass unchanged, including a
  /// `URLError.cancelled` with another cause.
  ///
  /// - Parameters:
  ///   - token: Cancels the future and the task. If it is already cancelled, `makeTask` is not
  ///     called.
  ///   - fileID: The call site.
  ///   - line: The call site.
  ///   - makeTask: Creates the task with a completion handler that calls `end()` of its second
  ///     argument, and then completes the promise.
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
  /// Completes the future with the arguments of a session's completion handler.
  ///
  /// - Returns: Whether they became the outcome.
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
