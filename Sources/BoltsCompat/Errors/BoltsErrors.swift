internal import Futures

/// The error that cancels a task when a continuation throws it.
public typealias CancelledError = CancellationError

/// The errors of several tasks, in the order of the tasks.
///
/// The tasks of `whenAll`, `whenAllResult` and `whenAnySuccess` fail with it if more than one task
/// has failed.
public struct AggregateError: Error {
  /// The errors, in the order of the tasks.
  public let errors: [any Error]

  /// Creates an error from several.
  ///
  /// - Parameter errors: The errors, in the order to report them.
  public init(_ errors: [any Error]) { self.errors = errors }
}

/// The errors of several tasks.
///
/// The name of ``AggregateError`` in a file that also imports `Futures`, which has a generic type
/// of that name.
public typealias BFAggregateError = AggregateError

extension BFAggregateError {
  /// Returns the error of one or more failed tasks.
  ///
  /// Errors take precedence over cancellations. A single error is returned as it is.
  static func combining(_ failures: [any Error]) -> any Error {
    let errors = failures.filter { !isCancellation($0) }
    switch errors.count {
    case 0: return CancelledError()
    case 1: return errors[0]
    default: return BFAggregateError(errors)
    }
  }
}
