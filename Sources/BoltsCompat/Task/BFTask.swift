public import Futures

/// A unit of work that ends with a result, an error or a cancellation: the `Task` of Bolts.
///
/// ```swift
/// func titles(of urls: [URL]) -> BFTask<[String]> {
///   BFTask.whenAllResult(urls.map { download($0) })
///     .continueOnSuccessWith { pages in pages.map(\.title) }
///     .continueOnErrorWith { (error: NotFound) in [] }
/// }
/// ```
///
/// A task is a `Future<Value, any Error>` with the names of Bolts. ``future`` is the underlying
/// future, and ``init(future:)-(Future<Value,Error>)`` creates a task from a future. Copies of a
/// task refer to the same work. A task ends once, in one of three ways, and never changes
/// afterwards:
///
/// | ended with | ``completed`` | ``faulted`` | ``cancelled`` | ``result`` | ``error`` |
/// |---|---|---|---|---|---|
/// | a result | true | false | false | the result | `nil` |
/// | an error | true | true | false | `nil` | the error |
/// | a cancellation | true | false | true | `nil` | `nil` |
///
/// A cancellation is an error as well: `CancellationError`, which is also called
/// ``CancelledError``, or any `CancellationRepresentable` error that represents cancellation. A
/// continuation that throws it cancels its task.
///
/// ## Where continuations run
///
/// A continuation runs on the ``BFExecutor`` that you pass. Without one, it runs where it is
/// written: in main-actor code on the main actor, in nonisolated code on ``BFExecutor/default``,
/// which is the thread that ends the task, or the call that registers the continuation if the task
/// has ended. The continuations of one task are submitted to their executors in the order of
/// registration. A continuation can read the state of the task. No lock is held while it runs, so
/// it may register others, even on the same task.
///
/// ## Continuations and tokens
///
/// A continuation is called at most once, and then released. An error that it throws fails the new
/// task; ``CancelledError`` cancels it. The methods whose names begin with `continueOnSuccess` and
/// `continueOnError` pass every other outcome on to the new task without running the closure. They
/// do so in place, on the thread that ends this task, and submit nothing to the executor; with a
/// token, the outcome passes through the executor. An error of another type than the closure's is
/// compared on the executor. The methods whose names end in `Task` wait for the task that the
/// closure returns, and end like it. A function may end by calling itself through them without
/// limit: such a recursion uses constant stack.
///
/// A token is read when the closure would start. If it is cancelled by then, the closure does not
/// run and the new task is cancelled, regardless of the outcome of this task. The methods whose
/// names end in `Task` read it again when the task that the closure returned ends. A cancellation
/// at another time has no effect. With a token that is already cancelled, the methods whose names
/// begin with `continueOnSuccess` and `continueOnError` return a cancelled task at once, and submit
/// nothing to the executor.
///
/// The parameter `isolation` of these methods is the actor of the calling code. Omit the argument.
///
/// ## Lifetime
///
/// The object that ends a task retains it: its completion source, or the task that it continues. A
/// continuation does not retain the task that it waits for. Continuations are released as soon as
/// they have run. If its ``BFTaskCompletionSource`` is released, a task fails with `BrokenPromise`,
/// so that no code waits forever.
public struct BFTask<Value: Sendable>: Sendable {
  /// The name of `Value` in Bolts, for extensions that were written for it.
  public typealias TResult = Value

  /// The underlying future of the task.
  ///
  /// Its failure is the error of the task, or the cancellation.
  public let future: Future<Value, any Error>

  /// Creates a task that ends like a future.
  ///
  /// - Parameter future: The future.
  @inlinable
  public init(future: Future<Value, any Error>) { self.future = future }

  /// Creates a task that ends like a future with a specific error type.
  ///
  /// - Parameter future: The future. An error that represents cancellation cancels the task.
  public init<Failure: Error>(future: Future<Value, Failure>) {
    self.future = future.eraseFailure()
  }
}

// MARK: - Tasks that have ended

extension BFTask {
  /// Creates a task that has ended with a result.
  ///
  /// - Parameter result: The result.
  @inlinable
  @_disfavoredOverload
  public init(_ result: Value) { future = Future(value: result) }

  /// Creates a task that has ended with an error; with a `CancellationError`, the task is
  /// cancelled.
  @inlinable
  public init(error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    future = Future(error: error, fileID: fileID, line: line)
  }

  /// Creates a task that has ended with an error: the initializer that `BFTask.init(error:)` refers
  /// to.
  @inlinable
  @_disfavoredOverload
  public init(error: any Error) { future = Future(error: error) }

  /// Creates the task that a continuation receives.
  ///
  /// The continuation has received the error, which therefore counts as observed.
  @inlinable
  init(settled result: Result<Value, any Error>) {
    future = Future(result: result)
    if case .failure = result { _ = future.currentResult }
  }

  /// Creates a task that has been cancelled.
  ///
  /// - Returns: The task.
  public static func cancelledTask() -> BFTask { BFTask(error: CancelledError()) }
}

extension BFTask where Value == Void {
  /// Creates a task that has ended without a result.
  @inlinable
  public init() { self.init(()) }
}
