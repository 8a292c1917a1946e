internal import Dispatch

// Callbacks of the main actor, for code in Swift 6 mode: the closure is marked, and may touch the
// state of the main actor. Where they run is then no question of where they were registered.

/// Where callbacks run that are marked `@MainActor`.
public struct MainActorExecutionContext: Sendable {
  let closure: ExecutionContext

  /// The main actor, by way of the main queue; always hops, even when already there.
  public static let mainActor = MainActorExecutionContext(closure: DispatchQueue.main.context)

  /// In the call when already on the main actor, otherwise by way of the main queue.
  public static let mainActorInline = MainActorExecutionContext(
    closure: immediateOnMainExecutionContext
  )
}

extension Future {
  /// Calls a closure of the main actor with the outcome.
  ///
  /// - Parameters:
  ///   - context: `mainActor`, which always hops, or `mainActorInline`, which does not when already
  ///     there.
  ///   - callback: Called at most once, never at the same time as another callback of this future.
  /// - Returns: This same future, so chained calls register side by side.
  @discardableResult
  public func onComplete(
    _ context: MainActorExecutionContext = .mainActor,
    callback: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Future {
    onComplete(context.closure) { result in
      MainActor.assumeIsolated { callback(result) }
    }
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Calls a closure of the main actor with the value if the future succeeds.
  ///
  /// - Parameters:
  ///   - context: `mainActor`, which always hops, or `mainActorInline`, which does not when already
  ///     there.
  ///   - callback: Called at most once, never at the same time as another callback of this future.
  /// - Returns: This same future, so chained calls register side by side.
  @discardableResult
  public func onSuccess(
    _ context: MainActorExecutionContext = .mainActor,
    callback: @escaping @MainActor @Sendable (Value.Value) -> Void
  ) -> Self {
    onSuccess(context.closure) { value in
      MainActor.assumeIsolated { callback(value) }
    }
  }

  /// Calls a closure of the main actor with the error if the future fails.
  ///
  /// - Parameters:
  ///   - context: `mainActor`, which always hops, or `mainActorInline`, which does not when already
  ///     there.
  ///   - callback: Called at most once, never at the same time as another callback of this future.
  /// - Returns: This same future, so chained calls register side by side.
  @discardableResult
  public func onFailure(
    _ context: MainActorExecutionContext = .mainActor,
    callback: @escaping @MainActor @Sendable (Value.Error) -> Void
  ) -> Self {
    onFailure(context.closure) { error in
      MainActor.assumeIsolated { callback(error) }
    }
  }
}
