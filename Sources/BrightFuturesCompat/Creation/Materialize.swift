internal import Futures

/// Creates a future from a function with a completion handler that takes a value or an error.
///
/// ```swift
/// let page = materialize { handler in fetch(url, completion: handler) }
/// ```
///
/// A value takes precedence over an error. If the handler receives neither, the future fails with
/// `BrightFuturesError<Never>.illegalState` if its error type is `any Error`, and with
/// `illegalState` if it is a `BrightFuturesError`. With any other error type it stays pending,
/// which is reported to `Diagnostics` if the future is observed.
///
/// - Parameters:
///   - fileID: The file of the call, for diagnostics in debug builds.
///   - line: The line of the call.
///   - scope: A closure that receives the handler, and runs in this call. The handler is called
///     once, now or later.
/// - Returns: A future with the value or the error that the handler receives.
@preconcurrency
public func materialize<T: Sendable, E: Error>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ scope: (_ handler: @escaping @Sendable (T?, E?) -> Void) -> Void
) -> Future<T, E> {
  let promise = Promise<T, E>(fileID: fileID, line: line)
  let handler = MaterializeHandler(promise)
  scope { value, error in handler.handle(value, error) }
  return promise.future
}

/// Creates a future from a function with a completion handler that takes a value.
@preconcurrency
public func materialize<T: Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ scope: (_ handler: @escaping @Sendable (T) -> Void) -> Void
) -> Future<T, Never> {
  Future(fileID: fileID, line: line) { complete in scope { complete(.success($0)) } }
}

/// Creates a future from a function with a completion handler that takes an optional error.
@preconcurrency
public func materialize<E: Error>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ scope: (_ handler: @escaping @Sendable (E?) -> Void) -> Void
) -> Future<Void, E> {
  Future(fileID: fileID, line: line) { complete in
    scope { error in complete(error.map { .failure($0) } ?? .success(())) }
  }
}
