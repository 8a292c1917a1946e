public import Dispatch
public import Futures

/// A result that arrives later.
///
/// ```swift
/// let answer = Async<Int> { complete in
///   DispatchQueue.global().async { complete(42) }
/// }
/// answer.onComplete { print($0) }
/// ```
///
/// An `Async` cannot fail; a `Future` can. Its other members are those of `AsyncType`. Callbacks of
/// one `Async` never overlap, regardless of their contexts.
public struct Async<Value: Sendable>: AsyncType {
  /// The underlying future of the module `Futures`.
  public let future: Futures.Future<Value, Never>

  /// Creates an `Async` from a future of the module `Futures`, whose callbacks do not overlap
  /// either.
  @inlinable
  public init(_ future: Futures.Future<Value, Never>) { self.future = future }

  /// The result, or `nil` while the future is pending.
  @inlinable
  public var result: Value? { future.currentValue }
}

// MARK: - Creating a future

extension Async {
  /// Creates a future that never settles.
  public init() { self.init(.never) }

  /// Creates a future that has settled.
  ///
  /// - Parameter result: The result.
  public init(result: Value) { self.init(Futures.Future(value: result)) }

  /// Creates a future that settles after a delay, on the global queue.
  public init(result: Value, delay: DispatchTimeInterval) {
    self.init(Futures.Future(value: result).delayed(by: delay, on: .global()))
  }

  /// Creates a future with the result of another one.
  ///
  /// - Parameter other: The other future.
  public init<A: AsyncType>(other: A) where A.Value == Value {
    self.init(other.outcome)
  }

  /// Creates a future that a closure completes once, now or later, on any thread; a second call
  /// stops debug builds.
  @preconcurrency
  public init(resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void) {
    let promise = Futures.Promise<Value, Never>()
    self.init(promise.future)
    resolver { result in
      if !promise.succeed(result) { noteSecondCompletion(with: result) }
    }
  }
}

// MARK: - Callbacks

extension Async {
  /// Calls a closure with the result, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Async {
    onComplete(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the result, on a context.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Async {
    future.onSuccessInTurn(on: context, callback)
    return self
  }

  /// Calls a closure with the result, and returns a future that settles after the call, where the
  /// closure is written; see <doc:ComingFromBrightFutures#Every-name>.
  @discardableResult
  @preconcurrency
  public func andThen(
    context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Async {
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
  ) -> Async {
    Async(
      future.mapResultInTurn(on: context) { result in
        if case .success(let value) = result { callback(value) }
        return result
      }
    )
  }
}

extension Async: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type and the optional result, for example `Async<Int>(Optional(1))`.
  public var description: String { "Async<\(Value.self)>(\(String(describing: result)))" }

  /// The same as `description`.
  public var debugDescription: String { description }
}
