public import Futures

/// A promise that completes a future.
///
/// ```swift
/// let promise = Promise<Int, Never>()
/// promise.future.onSuccess { print($0) }
/// promise.success(42)
/// ```
///
/// A promise is an object: you can compare it, refer to it with `weak`, and pass it through a C
/// callback with `Unmanaged`. Its future does not retain it. If a promise is released before it
/// completes its future, the future fails with `BrokenPromise` if its error type is `any Error`,
/// and with `illegalState` if it is a `BrightFuturesError`. With any other error type it stays
/// pending, as in BrightFutures.
public final class Promise<T: Sendable, E: Error>: Sendable {
  @usableFromInline let core: Futures.Promise<T, E>

  /// Creates a promise with a pending future; `fileID` and `line` are for diagnostics in debug
  /// builds.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    core = Futures.Promise(fileID: fileID, line: line)
  }

  /// Creates a promise with a pending future: the initializer that `Promise.init` refers to.
  @_disfavoredOverload
  @inlinable
  public init() { core = Futures.Promise() }

  /// Creates a promise from one of the module `Futures`.
  ///
  /// - Parameter promise: The promise.
  @inlinable
  public init(_ promise: Futures.Promise<T, E>) { core = promise }

  /// The future that this promise completes.
  ///
  /// Each access returns the same future: callbacks that are registered through any of them do not
  /// overlap.
  @inlinable
  public var future: Future<T, E> { Future(core.future) }
}

// MARK: - Completing

extension Promise {
  /// Completes the future with a value; a second completion stops debug builds.
  @inlinable
  public func success(_ value: T) {
    if !core.succeed(value) { noteSecondCompletion(with: value) }
  }

  /// Completes the future with an error; a second completion stops debug builds.
  @inlinable
  public func failure(_ error: E) {
    if !core.fail(error) { noteSecondCompletion(with: error) }
  }

  /// Completes the future; a second completion stops debug builds.
  @inlinable
  public func complete(_ result: Result<T, E>) {
    if !core.complete(result) { noteSecondCompletion(with: result) }
  }

  /// Completes the future with the outcome of another one when that settles.
  ///
  /// Until then, other code can complete the promise. The outcome of the other future is then a
  /// second completion, which is a programming error.
  ///
  /// - Parameter other: The other future. If it is the future of this promise, the future fails if
  ///   its error type can represent that, instead of waiting forever.
  public func completeWith(_ other: Future<T, E>) {
    if other.future.isSame(as: core.future) {
      core.complete(with: other.future)
      return
    }
    other.future.onComplete { self.complete($0) }
  }

  /// Completes the future with a value, and returns whether it was pending.
  @inlinable
  @discardableResult
  public func trySuccess(_ value: T) -> Bool { !isComplete && core.succeed(value) }

  /// Completes the future with an error, and returns whether it was pending.
  @inlinable
  @discardableResult
  public func tryFailure(_ error: E) -> Bool { !isComplete && core.fail(error) }

  /// Completes the future, and returns whether it was pending.
  @inlinable
  @discardableResult
  public func tryComplete(_ result: Result<T, E>) -> Bool { !isComplete && core.complete(result) }

  /// Whether the future has settled.
  ///
  /// The `try…` methods check it first, because the engine reports second completions, and a failed
  /// attempt is not one.
  @inlinable var isComplete: Bool { core.future.isSettled }
}

// MARK: - Second completions

/// Stops debug builds because something was completed twice.
///
/// The second completion has changed nothing, and `Diagnostics` has received a report.
@usableFromInline
func noteSecondCompletion<Outcome>(with outcome: Outcome) {
  assertionFailure(
    "completed a second time, with \(outcome); the first outcome stays. Complete a promise once, "
      + "or use trySuccess, tryFailure or tryComplete where several callers may complete it."
  )
}
