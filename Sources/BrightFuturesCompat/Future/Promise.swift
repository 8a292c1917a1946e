public import Futures

/// The writing end of a future.
///
/// ```swift
/// let promise = Promise<Int, Never>()
/// promise.future.onSuccess { print($0) }
/// promise.success(42)
/// ```
///
/// A promise is an object: it has identity, can be referenced weakly, and travels through C
/// callbacks as an `Unmanaged` reference. Its future does not keep it alive. A future whose promise
/// is released before completing it fails, where its error type can hold that: with `BrokenPromise`
/// for `any Error`, with `illegalState` for a `BrightFuturesError`. Otherwise it stays pending, as
/// it does in BrightFutures.
public final class Promise<T: Sendable, E: Error>: Sendable {
  @usableFromInline let core: Futures.Promise<T, E>

  /// Creates a promise with a pending future.
  ///
  /// - Parameters:
  ///   - fileID: Where the promise is created, for diagnostics in debug builds.
  ///   - line: Where the promise is created, for diagnostics in debug builds.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    core = Futures.Promise(fileID: fileID, line: line)
  }

  /// Creates a promise with a pending future; for the initializer passed by
  /// name, as in `let make: () -> Promise<Int, Never> = Promise.init`.
  @_disfavoredOverload
  @inlinable
  public init() { core = Futures.Promise() }

  /// Creates a promise from one of the engine.
  ///
  /// - Parameter promise: Completes the same future.
  @inlinable
  public init(_ promise: Futures.Promise<T, E>) { core = promise }

  /// The future that this promise completes.
  ///
  /// Each access returns the same future: callbacks registered through any of them do not overlap.
  @inlinable
  public var future: Future<T, E> { Future(core.future) }
}

// MARK: - Completing

extension Promise {
  /// Completes the future with a value.
  ///
  /// If it is complete already this is a mistake: it stops debug builds and is ignored in release
  /// builds.
  ///
  /// - Parameter value: The value.
  @inlinable
  public func success(_ value: T) {
    if !core.succeed(value) { noteSecondCompletion(with: value) }
  }

  /// Completes the future with an error.
  ///
  /// If it is complete already this is a mistake: it stops debug builds and is ignored in release
  /// builds.
  ///
  /// - Parameter error: The error.
  @inlinable
  public func failure(_ error: E) {
    if !core.fail(error) { noteSecondCompletion(with: error) }
  }

  /// Completes the future.
  ///
  /// If it is complete already this is a mistake: it stops debug builds and is ignored in release
  /// builds.
  ///
  /// - Parameter result: The outcome.
  @inlinable
  public func complete(_ result: Result<T, E>) {
    if !core.complete(result) { noteSecondCompletion(with: result) }
  }

  /// Completes the future with the outcome of another one, when that has settled.
  ///
  /// Until then the promise can still be completed otherwise; the outcome of the other future then
  /// comes second, which is a mistake like any second completion.
  ///
  /// - Parameter other: The future to copy. Completing a promise with its own future fails it, if
  ///   the error type can hold that, instead of waiting for ever.
  public func completeWith(_ other: Future<T, E>) {
    if other.future._isSame(as: core.future) {
      core.complete(with: other.future)
      return
    }
    other.future.onComplete { self.complete($0) }
  }

  /// Completes the future with a value unless it is complete already.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether this call completed the future.
  @inlinable
  @discardableResult
  public func trySuccess(_ value: T) -> Bool { !isComplete && core.succeed(value) }

  /// Completes the future with an error unless it is complete already.
  ///
  /// - Parameter error: The error.
  /// - Returns: Whether this call completed the future.
  @inlinable
  @discardableResult
  public func tryFailure(_ error: E) -> Bool { !isComplete && core.fail(error) }

  /// Completes the future unless it is complete already.
  ///
  /// - Parameter result: The outcome.
  /// - Returns: Whether this call completed the future.
  @inlinable
  @discardableResult
  public func tryComplete(_ result: Result<T, E>) -> Bool { !isComplete && core.complete(result) }

  /// Asked before a try, because the engine reports completions that come second: a try is none.
  @inlinable var isComplete: Bool { core.future.isCompleted }
}
