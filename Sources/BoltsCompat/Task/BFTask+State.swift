public import Futures

extension BFTask {
  /// Whether the task has ended, with any outcome.
  @inlinable
  public var completed: Bool { future.isSettled }

  /// Whether the task has ended with an error; false if it was cancelled.
  public var faulted: Bool { error != nil }

  /// Whether the task has been cancelled.
  public var cancelled: Bool { future.currentError.map(isCancellation) ?? false }

  /// The result, or `nil` if the task has not ended, has failed or was cancelled.
  @inlinable
  public var result: Value? { future.currentValue }

  /// The error, or `nil` if the task has not ended, has a result or was cancelled.
  ///
  /// Reading this property, ``faulted`` or ``cancelled`` observes the error; see
  /// ``BFUnobservedErrors``.
  public var error: (any Error)? {
    guard let error = future.currentError, !isCancellation(error) else { return nil }
    return error
  }
}

extension BFTask: CustomStringConvertible, CustomDebugStringConvertible {
  /// The word `Task` and the state, as Bolts prints them: for example `Task: success("page")`.
  public var description: String {
    let state: PrintedState<Value> =
      switch future.currentResult {
      case nil: .pending
      case .success(let value): .success(value)
      case .failure(let error): isCancellation(error) ? .cancelled : .error(error)
      }
    return "Task: \(state)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

/// The state of a task, which prints the same as the enumeration of Bolts.
private enum PrintedState<Value> {
  case pending, success(Value), error(any Error), cancelled
}
