/// A token that mutes callbacks.
///
/// Unlike a cancellation token, it stops no work and settles no future: closures that were
/// registered through one of its contexts do not run after the token was invalidated, and are
/// released at once. A future derived through such a context stays pending.
///
/// ```swift
/// final class ProfileView {
///   let visible = InvalidationToken()
///
///   func load() {
///     fetchProfile()
///       .on(visible.validContext(on: .main)).onSuccess { show($0) }
///   }
///
///   func disappear() { visible.invalidate() }
/// }
/// ```
///
/// ![One callback is muted, the other runs; a derived future stays pending.](invalidation)
///
/// If ``invalidate()`` is called on the serial queue of the callbacks, none of them runs after it
/// returned. Semantics from BrightFutures, except that the closures are released at once and that
/// invalidating twice does nothing.
public final class InvalidationToken: Sendable {
  private let core = CancellationCore()
  private let invalidatesOnDeinit: Bool

  /// Creates a valid token.
  ///
  /// - Parameter invalidatesOnDeinit: Whether releasing the last reference to the token invalidates
  ///   it, for callbacks that end with their owner.
  public init(invalidatesOnDeinit: Bool = false) { self.invalidatesOnDeinit = invalidatesOnDeinit }

  deinit {
    if invalidatesOnDeinit { _ = core.cancel() }
    core.sourceIsGone()
  }

  /// Whether ``invalidate()`` has been called.
  public var isInvalid: Bool { core.isCancelled }

  /// Mutes all callbacks registered through this token's contexts.
  ///
  /// - Returns: Whether this call invalidated the token; false if it was invalid before.
  @discardableResult
  public func invalidate() -> Bool { core.cancel() }

  /// A future that is cancelled when the token is invalidated, and never settles otherwise.
  ///
  /// The token retains the future until it settles, so each use of this property creates a future
  /// that exists as long as the token, unless it is cancelled.
  public var future: Future<Never, any Error> {
    let future = Future<Never, any Error>.never
    let registration = core.register { [cell = future.cell] in
      cell.settleCancelled(as: (any Error).self)
    }
    // Weakly, because the registration retains the cell.
    let weakRegistration = Weak(registration)
    future.cell.whenSettled { weakRegistration.object?.dispose() }
    return future
  }

  /// An inline context that drops jobs after the token was invalidated.
  public var validContext: ExecutionContext { validContext(on: .inline) }

  /// Returns a context that drops jobs after the token was invalidated.
  ///
  /// The token is checked on `parent`, right before the closure runs.
  ///
  /// - Parameter parent: Where closures run while the token is valid. If it belongs to another
  ///   token, both must be valid.
  /// - Returns: The context.
  public func validContext(on parent: ExecutionContext) -> ExecutionContext {
    let core: CancellationCore
    if let outer = parent.invalidation {
      core = CancellationCore()
      core.link(to: outer)
      core.link(to: self.core)
    } else {
      core = self.core
    }
    let name = "\(parent.target?.name ?? "inline"), while valid"
    return ExecutionContext(
      ExecutionContext.Target(name, invalidation: core, actor: parent.target?.actor) { job in
        parent.submit { if !core.isCancelled { job() } }
      }
    )
  }
}
