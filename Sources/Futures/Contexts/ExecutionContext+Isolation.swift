// A closure that is passed without a context runs where it is written. The compiler records that
// place in the closure (`@isolated(any)`); what follows turns it into a context.

extension ExecutionContext {
  /// Creates the context of a closure that was written with the given isolation.
  ///
  /// - Parameter isolation: The `isolation` of an `@isolated(any)` closure. `nil` represents
  ///   nonisolated code, whose closures run inline.
  @inlinable
  package init(isolation: (any Actor)?) {
    if let isolation {
      self = ExecutionContext.isolated(to: isolation)
    } else {
      self = .inline
    }
  }

  /// Returns the context that runs jobs isolated to an actor.
  ///
  /// A job for the main actor runs at once if the caller is on it. All others run in the order of
  /// submission.
  @usableFromInline
  static func isolated(to actor: any Actor) -> ExecutionContext {
    actor === MainActor.shared ? .mainInline : .actor(actor)
  }
}

/// Returns a closure that calls `observer` where it was written.
///
/// Calls for an actor are submitted to it in order; those of nonisolated code are made at once.
/// Used by operations that call an observer repeatedly; an operation that calls its closure once
/// passes on the context of the closure.
package func inPlace<Value: Sendable>(
  _ observer: @escaping @Sendable @isolated(any) (Value) -> Void
) -> @Sendable (Value) -> Void {
  let call = withoutIsolation(observer)
  guard let isolation = observer.isolation else { return call }
  let context = ExecutionContext(isolation: isolation)
  return { value in context { call(value) } }
}
