public import Futures
internal import Synchronization

/// The writing end of a task: Bolts' `TaskCompletionSource`.
///
/// ```swift
/// func load(_ url: URL) -> BFTask<Data> {
///   let source = BFTaskCompletionSource<Data>()
///   api.fetch(url) { data, error in
///     if let data { source.set(result: data) } else { source.set(error: error ?? Missing()) }
///   }
///   return source.task
/// }
/// ```
///
/// The first completion wins. The methods that begin with `set`, and ``cancel()``, are for code that completes
/// the task once: they trap if it was completed before. Those that begin with `try` tell instead. When they
/// return, the continuations on the default executor have run, unless they are nested more than 20 levels deep.
///
/// Copies of a source stand for the same task. When the last of them goes before it completed its task, the
/// task fails with `BrokenPromise`.
public struct BFTaskCompletionSource<Value: Sendable>: Sendable {
  @usableFromInline let promise: Promise<Value, any Error>
  @usableFromInline let cancellation: CancellationMark

  /// Makes a source with a pending task.
  ///
  /// - Parameters:
  ///   - fileID: Where the source is made, for diagnostics in debug builds.
  ///   - line: Where the source is made, for diagnostics in debug builds.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    promise = Promise(fileID: fileID, line: line)
    cancellation = CancellationMark()
  }

  /// The task that this source completes.
  ///
  /// It does not keep the source alive.
  @inlinable
  public var task: BFTask<Value> { BFTask(future: promise.future) }
}

// MARK: - Completing or trapping

extension BFTaskCompletionSource {
  /// Completes the task with a result.
  ///
  /// Traps if the source has completed it before. A task that somebody else has cancelled, through its
  /// ``BFTask/future``, stays cancelled.
  ///
  /// - Parameter result: The result.
  @inlinable
  public func set(result: Value) {
    if !promise.succeed(result) { trapUnlessCancelled("set(result:)", "trySet(result:)") }
  }

  /// Completes the task with an error.
  ///
  /// Traps if the source has completed it before. A task that somebody else has cancelled, through its
  /// ``BFTask/future``, stays cancelled.
  ///
  /// - Parameter error: The error. A ``CancelledError`` cancels the task.
  @inlinable
  public func set(error: any Error) {
    if !promise.fail(error) { trapUnlessCancelled("set(error:)", "trySet(error:)") }
  }

  /// Cancels the task.
  ///
  /// Traps if the source has completed it before.
  public func cancel() {
    let isFirst = cancellation.set()
    if !promise.cancel() {
      trapUnlessCancelled("cancel()", "tryCancel()", byOthers: isFirst)
    }
  }

  @usableFromInline
  func trapUnlessCancelled(_ call: String, _ other: String) {
    trapUnlessCancelled(call, other, byOthers: !cancellation.isSet)
  }

  private func trapUnlessCancelled(_ call: String, _ other: String, byOthers: Bool) {
    if byOthers && task.cancelled { return }
    fatalError(
      "BFTaskCompletionSource.\(call): the task was completed before (\(task)). Complete a task once, or "
        + "call \(other), which tells whether it was the first."
    )
  }
}

// MARK: - Completing or telling

extension BFTaskCompletionSource {
  /// Completes the task with a result, unless it has ended.
  ///
  /// - Parameter result: The result.
  /// - Returns: Whether this call completed the task; if not, nothing has changed.
  @inlinable
  @discardableResult
  public func trySet(result: Value) -> Bool { !task.completed && promise.succeed(result) }

  /// Completes the task with an error, unless it has ended.
  ///
  /// - Parameter error: The error. A ``CancelledError`` cancels the task.
  /// - Returns: Whether this call completed the task; if not, nothing has changed.
  @inlinable
  @discardableResult
  public func trySet(error: any Error) -> Bool { !task.completed && promise.fail(error) }

  /// Cancels the task, unless it has ended.
  ///
  /// - Returns: Whether this call cancelled the task; if not, nothing has changed.
  @discardableResult
  public func tryCancel() -> Bool {
    if task.completed { return false }
    cancellation.set()
    return promise.cancel()
  }
}

/// Whether the source of a task has cancelled it, and not somebody else.
@usableFromInline
final class CancellationMark: Sendable {
  private let mark = Atomic<Bool>(false)

  @usableFromInline
  init() {}

  var isSet: Bool { mark.load(ordering: .acquiring) }

  /// Sets the mark.
  ///
  /// - Returns: Whether it was not set before.
  @discardableResult
  func set() -> Bool { !mark.exchange(true, ordering: .acquiringAndReleasing) }
}
