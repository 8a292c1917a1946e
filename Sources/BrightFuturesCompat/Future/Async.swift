public import Dispatch
public import Futures

/// A result that will be there later.
///
/// ```swift
/// let answer = Async<Int> { complete in
///   DispatchQueue.global().async { complete(42) }
/// }
/// answer.onComplete { print($0) }
/// ```
///
/// It cannot fail; `Future` is what can. Its members are those of `AsyncType`. Callbacks of one
/// `Async` never overlap, whatever their contexts.
public struct Async<Value: Sendable>: AsyncType {
  /// The engine's future with the same outcome.
  public let future: Futures.Future<Value, Never>

  /// Creates one from a future of the engine.
  ///
  /// Callbacks registered through any number of those made of the same future do not overlap.
  ///
  /// - Parameter future: Where the result comes from.
  @inlinable
  public init(_ future: Futures.Future<Value, Never>) { self.future = future }

  /// The result, or `nil` while there is none.
  @inlinable
  public var result: Value? { future.value }
}

// MARK: - Making one

extension Async {
  /// Makes one that never has a result.
  public init() { self.init(.never) }

  /// Makes one that has its result.
  ///
  /// - Parameter result: The result.
  public init(result: Value) { self.init(Futures.Future(value: result)) }

  /// Makes one that gets its result later, on the global queue.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - delay: How long it takes.
  public init(result: Value, delay: DispatchTimeInterval) {
    self.init(Futures.Future(value: result).delayed(by: delay, on: .global()))
  }

  /// Makes one that gets the result of another.
  ///
  /// - Parameter other: Where the result comes from.
  public init<A: AsyncType>(other: A) where A.Value == Value {
    self.init(other._outcome)
  }

  /// Makes one that a closure gives its result to.
  ///
  /// - Parameter resolver: Called at once, in this initialiser, with a closure that takes the
  ///   result: now or later, on any thread, once. A second call is a mistake: it stops debug builds
  ///   and is ignored in release builds.
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
  /// Calls a closure with the result, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once, never at the same time as another callback of this one, and
  ///     released then.
  /// - Returns: This same one, so chained calls register side by side.
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: HomeContext = .default,
    @_inheritActorContext callback: @escaping @Sendable @isolated(any) (Value) -> Void
  ) -> Async {
    onComplete(context.context(for: callback.isolation), callback: withoutIsolation(callback))
  }

  /// Calls a closure with the result.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this one, and
  ///     released then.
  /// - Returns: This same one, so chained calls register side by side.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Async {
    future._onSuccessInTurn(on: context, callback)
    return self
  }

  /// Calls a closure with the result, where the closure is written, and gets the same result after
  /// it ran.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs: on the main queue if it is written in main-actor code,
  ///     otherwise on `defaultContext()`.
  ///   - callback: Called at most once, never at the same time as another callback of this one, and
  ///     released then.
  /// - Returns: One with the same result, so chained calls run one after another.
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

  /// Calls a closure with the result, and gets the same result after it ran.
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Called at most once, never at the same time as another callback of this one, and
  ///     released then.
  /// - Returns: One with the same result, so chained calls run one after another.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Async {
    Async(
      future._mapResultInTurn(on: context) { result in
        if case .success(let value) = result { callback(value) }
        return result
      }
    )
  }

  /// The engine's future with the same result.
  public var _outcome: Futures.Future<Value, Never> { future }

  /// Waits for whatever settles first, and leaves nothing behind on the others.
  ///
  /// - Parameter all: What to wait for.
  /// - Returns: One with the result of the first that has one.
  public static func _firstCompleted(of all: [Async]) -> Async {
    Async(all.map(\.future).firstCompleted())
  }
}

extension Async: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type and the optional result, for example `Async<Int>(Optional(1))`.
  public var description: String { "Async<\(Value.self)>(\(String(describing: result)))" }

  /// The same as `description`.
  public var debugDescription: String { description }
}
