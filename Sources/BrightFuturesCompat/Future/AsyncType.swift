public import Dispatch
internal import Futures

/// A type whose result arrives later.
///
/// `Future` and `Async` conform to this protocol. Their operations are extensions of it, so generic
/// code can use them as well. You can pass every closure with the context that runs it. Without
/// one, a closure runs where it is written: in main-actor code on the main queue, otherwise on the
/// `defaultContext()` of the call.
public protocol AsyncType<Value>: Sendable {
  /// The type of the result. For a `Future`, this is a `Result`.
  associatedtype Value: Sendable

  /// The result, or `nil` while the future is pending.
  var result: Value? { get }

  /// Creates a future that never settles.
  init()

  /// Creates a future that has settled.
  ///
  /// - Parameter result: The result.
  init(result: Value)

  /// Creates a future that settles after a delay, on the global queue.
  init(result: Value, delay: DispatchTimeInterval)

  /// Creates a future with the result of another one.
  ///
  /// - Parameter other: The other future.
  init<A: AsyncType>(other: A) where A.Value == Value

  /// Creates a future that a closure completes once, now or later, on any thread.
  @preconcurrency
  init(resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void)

  /// Calls a closure with the result, on a context.
  @discardableResult
  @preconcurrency
  func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self

  /// Calls a closure with the result, and returns a future that settles after the call, on a
  /// context.
  @discardableResult
  @preconcurrency
  func andThen(
    context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self
}

extension AsyncType {
  /// Calls a closure with the result, and returns a future that settles after the call, where the
  /// closure is written; see <doc:ComingFromBrightFutures#Every-name>.
  @discardableResult
  @preconcurrency
  public func andThen(
    context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Self {
    andThen(
      context: context.context(for: callback.isolation),
      callback: withoutIsolation(callback)
    )
  }

  /// Calls a closure with the result, and returns a future that settles after the call, on a
  /// context.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self {
    Self { complete in
      onComplete(context) { result in
        callback(result)
        complete(result)
      }
    }
  }
}
