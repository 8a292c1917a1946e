public import Dispatch
public import Futures

/// Something that has a result later.
///
/// `Future` and `Async` are the types of this kind. What they can do is written as extensions of
/// this protocol, so generic code gets it too. Every closure can be given the context it runs on.
/// Without one it runs where it is written: in main-actor code on the main queue, otherwise on
/// `defaultContext()` at the moment of the call.
public protocol AsyncType<Value>: Sendable {
  /// The type of the result. For a `Future` that is a `Result`.
  associatedtype Value: Sendable

  /// The result, or `nil` while there is none.
  var result: Value? { get }

  /// Makes one that never has a result.
  init()

  /// Makes one that has its result.
  ///
  /// - Parameter result: The result.
  init(result: Value)

  /// Makes one that gets its result later, on the global queue.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - delay: How long it takes.
  init(result: Value, delay: DispatchTimeInterval)

  /// Makes one that gets the result of another.
  ///
  /// - Parameter other: Where the result comes from.
  init<A: AsyncType>(other: A) where A.Value == Value

  /// Makes one that a closure gives its result to.
  ///
  /// - Parameter resolver: Called at once, in this initialiser, with a closure that takes the
  ///   result: now or later, on any thread, once.
  @preconcurrency
  init(resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void)

  /// Calls a closure with the result.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once.
  /// - Returns: This same one.
  @discardableResult
  @preconcurrency
  func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self

  /// Calls a closure with the result, and gets the same result after it ran.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once.
  /// - Returns: One with the same result.
  @discardableResult
  @preconcurrency
  func andThen(
    context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self

  /// A future of the engine with the same result, for the plumbing of this module: it takes no turn
  /// among the callbacks, and what is derived from one that never has a result stays pending.
  var _outcome: Futures.Future<Value, Never> { get }

  /// Waits for whatever settles first.
  ///
  /// - Parameter all: What to wait for.
  /// - Returns: One with the result of the first that has one.
  static func _firstCompleted(of all: [Self]) -> Self
}

extension AsyncType {
  /// A future of the engine with the same result.
  public var _outcome: Futures.Future<Value, Never> {
    let promise = Futures.Promise<Value, Never>()
    onComplete(immediateExecutionContext) { promise.succeed($0) }
    return promise.future
  }

  /// Waits for whatever settles first.
  ///
  /// - Parameter all: What to wait for.
  /// - Returns: One with the result of the first that has one.
  public static func _firstCompleted(of all: [Self]) -> Self {
    Self(other: Async(all.map(\._outcome).firstCompleted()))
  }

  /// Calls a closure with the result, where the closure is written, and gets the same result after
  /// it ran.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once.
  /// - Returns: One with the same result.
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

  /// Calls a closure with the result, and gets the same result after it ran.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once.
  /// - Returns: One with the same result.
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
