public import Futures

/// A source that completes a task: the `TaskCompletionSource` of Bolts.
///
/// ```swift
/// func load(_ url: URL) -> BFTask<Data> {
///   let source = BFTaskCompletionSource<Data>()
///   api.fetch(url) { data, error in
///     if let data {
///       source.set(result: data)
///     } else {
///       source.set(error: error ?? Missing())
///     }
///   }
///   return source.task
/// }
/// ```
///
/// The first completion wins. The methods that begin with `set`, and ``cancel()``, are for code
/// that completes the task once: they trap if the task has already ended. The methods that begin
/// with `try` return whether they completed the task. Use them if other code may complete the task
/// first, for example by cancelling its ``BFTask/future``. When the methods return, the
/// continuations on the default executor have run, unless they are nested too deeply for it.
///
/// A source is an object, as in Bolts: you can compare it with `===`, refer to it with `weak`, use
/// it as a key, and pass it through a C callback with `Unmanaged`. If the last strong reference to
/// a source is released before its task has ended, the task fails with `BrokenPromise`.
public final class BFTaskCompletionSource<Value: Sendable>: Sendable {
  /// The name of `Value` in Bolts, for extensions that were written for it.
  public typealias TResult = Value

  @usableFromInline let promise: Promise<Value, any Error>

  /// Creates a source with a pending task; `fileID` and `line` are for diagnostics in debug builds.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    promise = Promise(fileID: fileID, line: line)
  }

  /// Creates a source with a pending task: the initializer that `BFTaskCompletionSource.init`
  /// refers to.
  @inlinable
  @_disfavoredOverload
  public convenience init() { self.init(fileID: #fileID, line: #line) }

  /// The task that this source completes.
  ///
  /// The task does not retain the source.
  @inlinable
  public var task: BFTask<Value> { BFTask(future: promise.future) }
}

// MARK: - Completing or trapping

extension BFTaskCompletionSource {
  /// Completes the task with a result, and traps if the task has already ended.
  @inlinable
  public func set(result: Value) {
    if !promise.succeed(result) { trap("set(result:)", "trySet(result:)") }
  }

  /// Completes the task with an error, and traps if the task has already ended.
  @inlinable
  public func set(error: any Error) {
    if !promise.fail(error) { trap("set(error:)", "trySet(error:)") }
  }

  /// Cancels the task, and traps if the task has already ended.
  public func cancel() {
    if !promise.cancel() { trap("cancel()", "tryCancel()") }
  }

  @usableFromInline
  func trap(_ call: String, _ other: String) -> Never {
    let ending = task.cancelled ? "was cancelled" : task.faulted ? "has failed" : "has a result"
    fatalError(
      "BFTaskCompletionSource.\(call): the task \(ending) already. Complete a task once, or call "
        + "\(other), which tells whether it was the first."
    )
  }
}

// MARK: - Completing or returning false

extension BFTaskCompletionSource {
  /// Completes the task with a result, and returns whether it had not ended yet.
  @inlinable
  @discardableResult
  public func trySet(result: Value) -> Bool { !task.completed && promise.succeed(result) }

  /// Completes the task with an error, and returns whether it had not ended yet.
  @inlinable
  @discardableResult
  public func trySet(error: any Error) -> Bool { !task.completed && promise.fail(error) }

  /// Cancels the task, and returns whether it had not ended yet.
  @discardableResult
  public func tryCancel() -> Bool { !task.completed && promise.cancel() }
}
