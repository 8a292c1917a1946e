public import Futures

/// The error that cancels a task when a continuation throws it.
public typealias CancelledError = CancellationError

/// The errors of several tasks, in the order of the tasks.
///
/// What `whenAll`, `whenAllResult` and `whenAnySuccess` fail with if more than one task has failed.
/// The same type as `AggregateError<any Error>` of `Futures`.
public typealias BFAggregateError = Futures.AggregateError<any Error>

/// The errors of several tasks, under the name that Bolts has for them.
///
/// A file that imports `Futures` as well has to say ``BFAggregateError``, because `Futures` has a
/// generic type with this name.
public typealias AggregateError = BFAggregateError

extension Error {
  /// Whether the error stands for cancellation.
  var meansCancellation: Bool {
    if self is CancellationError { return true }
    return (self as? any CancellationRepresentable)?.isCancellation ?? false
  }
}
