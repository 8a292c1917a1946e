public import Futures

/// Work that will end with a result, an error or a cancellation: Bolts' `Task`.
///
/// ```swift
/// func titles(of urls: [URL]) -> BFTask<[String]> {
///   BFTask.whenAllResult(urls.map { download($0) })
///     .continueOnSuccessWith { pages in pages.map(\.title) }
///     .continueOnErrorWith { (error: NotFound) in [] }
/// }
/// ```
///
/// A task is a `Future<Value, any Error>` under Bolts' names; ``future`` is the one behind it, and
/// ``init(future:)-(Future<Value,Error>)`` makes a task of a future. Copies of a task stand for the
/// same work. A task ends once, in one of three ways, and then never changes:
///
/// | ended with | ``completed`` | ``faulted`` | ``cancelled`` | ``result`` | ``error`` |
/// |---|---|---|---|---|---|
/// | a result | true | false | false | the result | `nil` |
/// | an error | true | true | false | `nil` | the error |
/// | a cancellation | true | false | true | `nil` | `nil` |
///
/// Cancellation is an error as well: `CancellationError`, which is also called ``CancelledError``,
/// or any error that is `CancellationRepresentable` and says so. A continuation that throws it
/// cancels its task.
///
/// ## Where continuations run
///
/// On the ``BFExecutor`` that is passed. Without one, a continuation runs where it is written: in
/// main-actor code on the main actor, in nonisolated code on ``BFExecutor/default``, which is the
/// thread that ends the task, or the call that registers the continuation if the task has ended.
/// The continuations of one task are handed to their executors in the order in which they were
/// registered. When they run, the state of the task can be read. No lock is held meanwhile, so a
/// continuation may register others, also on the same task.
///
/// ## Lifetime
///
/// Whoever will end a task keeps it alive; a continuation does not keep the task it waits for.
/// Continuations are released right after they ran. A task whose ``BFTaskCompletionSource`` was
/// dropped fails with `BrokenPromise`, so that nobody waits for ever.
public struct BFTask<Value: Sendable>: Sendable {
  /// The name of `Value` in Bolts, for extensions that were written there.
  public typealias TResult = Value

  /// The future behind the task.
  ///
  /// Its failure is the task's error, or the cancellation.
  public let future: Future<Value, any Error>

  /// Makes a task that ends as a future does.
  ///
  /// - Parameter future: The future.
  @inlinable
  public init(future: Future<Value, any Error>) { self.future = future }

  /// Makes a task that ends as a future with an error type of its own does.
  ///
  /// - Parameter future: The future. If its error type has a case for cancellation, that cancels
  ///   the task.
  @_disfavoredOverload
  public init<Failure: Error>(future: Future<Value, Failure>) {
    self.future = future.eraseFailure()
  }
}

// MARK: - Tasks that have ended

extension BFTask {
  /// Makes a task that has ended with a result.
  ///
  /// - Parameter result: The result.
  @inlinable
  @_disfavoredOverload
  public init(_ result: Value) { future = Future(value: result) }

  /// Makes a task that has ended with an error.
  ///
  /// - Parameters:
  ///   - error: The error. A `CancellationError` makes a cancelled task.
  ///   - fileID: Where the task is made, for diagnostics in debug builds.
  ///   - line: Where the task is made, for diagnostics in debug builds.
  @inlinable
  public init(error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    future = Future(error: error, fileID: fileID, line: line)
  }

  /// Makes a task that has ended with an error.
  ///
  /// This is the initializer that `BFTask.init(error:)` refers to. A call takes the one that also
  /// notes where the task is made.
  ///
  /// - Parameter error: The error. A `CancellationError` makes a cancelled task.
  @inlinable
  @_disfavoredOverload
  public init(error: any Error) { future = Future(error: error) }

  /// Makes a task that has been cancelled.
  ///
  /// - Returns: The task.
  public static func cancelledTask() -> BFTask { BFTask(error: CancelledError()) }
}

extension BFTask where Value == Void {
  /// Makes a task that has ended without a result.
  @inlinable
  public init() { self.init(()) }
}
