internal import Dispatch
public import Futures

// Callbacks of the main actor, for code in Swift 6 mode: the closure is marked, and may touch the state of the
// main actor. Where they run is then no question of where they were registered.

extension Future {
  /// Calls a closure of the main actor with the outcome, by way of the main queue.
  ///
  /// - Parameter callback: Called at most once, never at the same time as another callback of this future.
  /// - Returns: This same future, so chained calls register side by side.
  @discardableResult
  public func onComplete(
    _ context: MainActorContext = .mainActor,
    callback: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Future {
    onComplete(DispatchQueue.main.context) { result in
      MainActor.assumeIsolated { callback(result) }
    }
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Calls a closure of the main actor with the value if the future succeeds, by way of the main queue.
  ///
  /// - Parameter callback: Called at most once, never at the same time as another callback of this future.
  /// - Returns: This same future, so chained calls register side by side.
  @discardableResult
  public func onSuccess(
    _ context: MainActorContext = .mainActor,
    callback: @escaping @MainActor @Sendable (Value.Value) -> Void
  ) -> Self {
    onSuccess(DispatchQueue.main.context) { value in
      MainActor.assumeIsolated { callback(value) }
    }
  }

  /// Calls a closure of the main actor with the error if the future fails, by way of the main queue.
  ///
  /// - Parameter callback: Called at most once, never at the same time as another callback of this future.
  /// - Returns: This same future, so chained calls register side by side.
  @discardableResult
  public func onFailure(
    _ context: MainActorContext = .mainActor,
    callback: @escaping @MainActor @Sendable (Value.Error) -> Void
  ) -> Self {
    onFailure(DispatchQueue.main.context) { error in
      MainActor.assumeIsolated { callback(error) }
    }
  }
}
