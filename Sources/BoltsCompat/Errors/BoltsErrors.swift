public import Futures

/// The error that cancels a task when a continuation throws it.
public typealias CancelledError = CancellationError

/// The errors of several tasks, in the order of the tasks.
///
/// The tasks of `whenAll`, `whenAllResult` and `whenAnySuccess` fail with it if more than one task
/// has failed. The same type as `AggregateError<any Error>` of `Futures`.
public typealias BFAggregateError = Futures.AggregateError<any Error>

/// The errors of several tasks, under their name in Bolts.
///
/// A file that also imports `Futures` writes ``BFAggregateError``, because `Futures` has a generic
/// type with this name.
public typealias AggregateError = BFAggregateError

extension BFAggregateError {
  /// Returns the error of several failed tasks, of which there is at least one.
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
