public import Dispatch
internal import Futures

extension AsyncType {
  /// Whether there is a result.
  @inlinable
  public var isCompleted: Bool { result != nil }

  /// Calls a closure with the result, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once.
  /// - Returns: This same one, so chained calls register side by side.
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Self {
    onComplete(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Blocks the thread until there is a result.
  ///
  /// For command-line tools and tests. On the main queue it is reported to `Diagnostics`, since a
  /// result that needs the main queue would then never come. The same deadlock threatens on any
  /// serial queue that the result needs, or that a callback of the same future runs on.
  ///
  /// - Returns: The result.
  @available(*, noasync, message: "Use 'await get()' in asynchronous code.")
  public func forced() -> Value { wait(timeout: nil)! }

  /// Blocks the thread until there is a result, or until a point in time.
  ///
  /// - Parameter timeout: When to stop waiting.
  /// - Returns: The result, or `nil` if there was none in time.
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
  /// It cannot be cancelled: a cancelled task goes on waiting.
  ///
  /// - Returns: The result.
  @_disfavoredOverload
  public nonisolated(nonsending) func get() async -> Value { await asAsync.future.get() }

  private var asAsync: Async<Value> { self as? Async<Value> ?? Async(other: self) }
}
