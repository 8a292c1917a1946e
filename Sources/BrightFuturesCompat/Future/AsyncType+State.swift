public import Dispatch
internal import Futures

extension AsyncType {
  /// Whether the future has settled.
  @inlinable
  public var isCompleted: Bool { result != nil }

  /// Calls a closure with the result, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Self {
    onComplete(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Blocks the current thread until the future has settled.
  ///
  /// Use this method in command-line tools and tests. Blocking the main queue is reported to
  /// `Diagnostics`, because a result that needs the main queue would never arrive. Waiting on any
  /// other serial queue that the result or a callback of this future needs causes the same
  /// deadlock.
  ///
  /// - Returns: The result.
  @available(*, noasync, message: "Use 'await get()' in asynchronous code.")
  public func forced() -> Value { wait(timeout: nil)! }

  /// Blocks the current thread until the future has settled, and returns `nil` if a point in time
  /// comes first.
  @available(*, noasync, message: "Use 'await get()' in asynchronous code.")
  public func forced(_ timeout: DispatchTime) -> Value? {
    if timeout == .distantFuture { return wait(timeout: nil) }
    let now = DispatchTime.now().uptimeNanoseconds
    let left = timeout.uptimeNanoseconds > now ? timeout.uptimeNanoseconds - now : 0
    return wait(timeout: .nanoseconds(Int64(clamping: left)))
  }

  @available(*, noasync)
  private func wait(timeout: Duration?) -> Value? {
    asAsync.future.wait(timeout: timeout)?.value
  }

  /// Waits for the result without blocking a thread.
  ///
  /// The wait cannot be cancelled: a cancelled task continues to wait.
  ///
  /// - Returns: The result.
  public nonisolated(nonsending) func get() async -> Value { await asAsync.future.value }

  private var asAsync: Async<Value> { self as? Async<Value> ?? Async(other: self) }
}

extension AsyncType where Value: ResultProtocol {
  /// Whether the future has succeeded; false while it is pending.
  @inlinable
  public var isSuccess: Bool { result?.value != nil }

  /// Whether the future has failed; false while it is pending.
  @inlinable
  public var isFailure: Bool { result?.error != nil }

  /// The value, or `nil` while the future is pending or if it failed.
  @inlinable
  public var value: Value.Value? { result?.value }

  /// The error, or `nil` while the future is pending or if it succeeded.
  @inlinable
  public var error: Value.Error? { result?.error }
}
