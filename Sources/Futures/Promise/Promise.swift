/// The writing end of a future.
///
/// ```swift
/// let promise = Promise<Int, any Error>()
/// promise.future.onSuccess { print($0) }
/// promise.succeed(42)  // prints 42
/// ```
///
/// The first completion wins, and each call returns whether it won. A call that loses changes
/// nothing; when it returns, the future has the outcome of the winner, unless that outcome is yet
/// to come from another future (``complete(with:)``). When a call that wins returns, all inline
/// observers that were registered before have run, unless the call was made by a callback that is
/// nested more deeply than ``ExecutionContext/inline`` allows.
///
/// Copies of a promise complete the same future. When the last copy of a pending promise is
/// released, the future fails with ``BrokenPromise``.
public struct Promise<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let producer: Producer<Failure>

  /// Creates a promise with a pending future.
  ///
  /// - Parameters:
  ///   - fileID: The file where the promise is created, for diagnostics in debug builds.
  ///   - line: The line where the promise is created, for diagnostics in debug builds.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    producer = Producer()
    producer.cell.noteSite(fileID, line)
  }

  /// The future that this promise completes.
  ///
  /// It does not retain the promise.
  @inlinable
  public var future: Future<Value, Failure> { Future(cell: producer.cell) }
}

// MARK: - Completing

extension Promise {
  /// Completes the future with a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether this call completed the future; if not, `value` was dropped.
  @inlinable
  @discardableResult
  public func succeed(_ value: Value) -> Bool {
    finish(producer.cell.succeed(value, asPromise: true))
  }

  /// Completes the future with an error.
  ///
  /// - Parameter error: The error.
  /// - Returns: Whether this call completed the future; if not, `error` was dropped.
  @inlinable
  @discardableResult
  public func fail(_ error: Failure) -> Bool {
    finish(producer.cell.fail(error, as: Failure.self, asPromise: true))
  }

  /// Completes the future.
  ///
  /// - Parameter result: The outcome.
  /// - Returns: Whether this call completed the future; if not, `result` was dropped.
  @inlinable
  @discardableResult
  public func complete(_ result: Result<Value, Failure>) -> Bool {
    switch result {
    case .success(let value): succeed(value)
    case .failure(let error): fail(error)
    }
  }

  /// Completes the future with the outcome of another future, now or when that one settles.
  ///
  /// From now on, other completions lose, except that the future can still be cancelled. Cancelling
  /// it does not affect the other future.
  ///
  /// - Parameter other: The future to take the outcome of. Completing a promise with its own future
  ///   fails it with ``BrokenPromise``, since it would wait forever, and is reported to
  ///   ``Diagnostics``.
  /// - Returns: Whether this call decided the outcome.
  @discardableResult
  public func complete(with other: Future<Value, Failure>) -> Bool {
    let cell = producer.cell
    if other.cell === cell {
      guard let waiters = cell.failSelfResolution(as: Failure.self, asPromise: true) else {
        return finish(nil)
      }
      return finish(waiters)
    }
    guard cell.bind() else {
      // The caller has handed the future over, with its failure.
      other.cell.observeInAdvance()
      return finish(nil)
    }
    other.cell.observe(
      removable: Relay(to: cell) { source, relay in
        let cell = relay.relayTarget
        ThreadState.run(cell, cell.forward(from: source, failure: Failure.self))
        return .none
      }
    )
    return true
  }

  /// Runs the waiters of a completion that won, and reports one that lost.
  @usableFromInline
  func finish(_ waiters: Waiters?) -> Bool {
    guard let waiters else {
      producer.cell.waitForWinner()
      producer.cell.reportDoubleCompletion()
      return false
    }
    ThreadState.run(producer.cell, waiters)
    return true
  }
}

extension Promise where Value == Void {
  /// Completes the future.
  ///
  /// - Returns: Whether this call completed the future.
  @inlinable
  @discardableResult
  public func succeed() -> Bool { succeed(()) }
}

extension Cell {
  /// Reports that a settled cell was completed again, unless it was cancelled.
  func reportDoubleCompletion() {
    guard Diagnostics.isEnabled else { return }
    if state.isSettled, let failure = loadFailureIfFailed(), isCancellation(failure) {
      return
    }
    Diagnostics.report(
      .doubleCompletion,
      site: creationSite,
      detail: "the promise had an outcome already; the second one was dropped"
    )
  }

  private func loadFailureIfFailed() -> (any Error)? {
    state.isFailure ? loadFailure() : nil
  }
}
