internal import Futures

/// Where closures run that belong to the code they are written in.
///
/// A closure that is passed with a context of this type may use the state of the main actor, or of
/// another actor, if it is written there. It then runs there:
///
/// ```swift
/// profile.onSuccess { profile in self.title = profile.name }
/// profile.onSuccess(token.validContext) { profile in self.title = profile.name }
/// profile.onSuccess(.immediateOnMain) { profile in self.title = profile.name }
/// ```
///
/// Contexts of this type are those that have no place of their own, or that are the main queue. All
/// others are an ``ExecutionContext``, and take nonisolated closures.
public struct HomeContext: Sendable {
  private let place: @Sendable (_ isolation: (any Actor)?) -> ExecutionContext

  init(_ place: @escaping @Sendable (_ isolation: (any Actor)?) -> ExecutionContext) {
    self.place = place
  }

  /// The context of closures that are passed without one.
  ///
  /// The main queue for a closure of the main actor, its actor for a closure of another one,
  /// otherwise `defaultContext()` at the moment of the call. All of them always hop.
  public static let `default` = HomeContext { isolation in defaultContext(for: isolation) }

  /// The main queue; in the call when that is running the caller, otherwise later.
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
