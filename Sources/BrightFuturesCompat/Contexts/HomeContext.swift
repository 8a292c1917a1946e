internal import Futures

/// A context that runs closures where they are written.
///
/// A closure that is passed with a context of this type may use the state of the actor that it is
/// written in, and runs on that actor:
///
/// ```swift
/// profile.onSuccess { profile in self.title = profile.name }
/// profile.onSuccess(token.validContext) { profile in
///   self.title = profile.name
/// }
/// profile.onSuccess(.immediateOnMain) { profile in
///   self.title = profile.name
/// }
/// ```
///
/// Only contexts without their own place, and the main queue, have this type. All others are an
/// ``ExecutionContext``, and take nonisolated closures.
public struct HomeContext: Sendable {
  private let place: @Sendable (_ isolation: (any Actor)?) -> ExecutionContext

  init(_ place: @escaping @Sendable (_ isolation: (any Actor)?) -> ExecutionContext) {
    self.place = place
  }

  /// The context of closures that are passed without one.
  ///
  /// The main queue for a closure of the main actor, the actor for a closure of another actor, and
  /// otherwise the `defaultContext()` of the call. All of them always enqueue their tasks.
  public static let `default` = HomeContext { isolation in defaultContext(for: isolation) }

  /// The main queue; in the call if the main queue is running the caller, otherwise later.
  ///
  /// The same as `immediateOnMainExecutionContext`, for closures that use the state of the main
  /// actor.
  public static let immediateOnMain = HomeContext { isolation in
    onMain(immediateOnMainExecutionContext, unless: isolation)
  }

  /// The main queue; always later.
  static let mainQueue = HomeContext { isolation in onMain(DefaultContext.main, unless: isolation) }

  /// Returns the context of a closure with the given isolation.
  @usableFromInline
  func context(for isolation: (any Actor)?) -> ExecutionContext { place(isolation) }

  private static func onMain(
    _ context: @escaping ExecutionContext,
    unless isolation: (any Actor)?
  ) -> ExecutionContext {
    guard let isolation, isolation !== MainActor.shared else { return context }
    return actorContext(isolation)
  }
}

/// Submits tasks to an actor, in order.
func actorContext(_ actor: any Actor) -> ExecutionContext {
  let context = Futures.ExecutionContext.actor(actor)
  return { task in context(task) }
}
