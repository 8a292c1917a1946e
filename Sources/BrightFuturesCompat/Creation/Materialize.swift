internal import Futures

/// Makes a future of a function with a completion handler that takes a value or an error.
///
/// ```swift
/// let page = materialize { handler in fetch(url, completion: handler) }
/// ```
///
/// A value wins over an error. With neither, the future fails if its error type can say so: with
/// `BrightFuturesError<Never>.illegalState` for `any Error`, or as a `BrightFuturesError`.
/// Otherwise it stays pending, and `Diagnostics` hears of it if somebody waits.
///
/// - Parameter scope: Called at once with the handler. It keeps the handler, which is called later,
///   once.
/// - Returns: A future of what the handler gets.
@preconcurrency
public func materialize<T: Sendable, E: Error>(
  _ scope: (_ handler: @escaping @Sendable (T?, E?) -> Void) -> Void
) -> Future<T, E> {
  let promise = Promise<T, E>()
  let handler = MaterializeHandler(promise)
  scope { value, error in handler.handle(value, error) }
  return promise.future
}

/// Makes a future of a function with a completion handler that takes a value.
///
/// - Parameter scope: Called at once with the handler. It keeps the handler, which is called later,
///   once.
/// - Returns: A future of what the handler gets; it cannot fail.
@preconcurrency
public func materialize<T: Sendable>(
  _ scope: (_ handler: @escaping @Sendable (T) -> Void) -> Void
) -> Future<T, Never> {
  Future { complete in scope { complete(.success($0)) } }
}

/// Makes a future of a function with a completion handler that takes an error or nothing.
///
/// - Parameter scope: Called at once with the handler. It keeps the handler, which is called later,
///   once.
/// - Returns: A future that succeeds if the handler gets no error.
@preconcurrency
public func materialize<E: Error>(
  _ scope: (_ handler: @escaping @Sendable (E?) -> Void) -> Void
) -> Future<Void, E> {
  Future { complete in
    scope { error in complete(error.map { .failure($0) } ?? .success(())) }
  }
}
