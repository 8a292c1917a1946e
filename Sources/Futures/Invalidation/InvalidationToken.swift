/// Mutes callbacks that come too late.
///
/// Unlike a cancellation token it does not ask anybody to stop and does not settle anything:
/// closures that were registered through one of its contexts are simply not run any more, and are
/// released at once. A future derived through such a context stays pending.
///
/// ```swift
/// final class ProfileView {
///   let visible = InvalidationToken()
///
///   func load() {
///     fetchProfile().onSuccess(on: visible.validContext(.main)) { profile in show(profile) }
///   }
///
///   func disappear() { visible.invalidate() }
/// }
/// ```
///
/// If ``invalidate()`` is called on the serial queue the callbacks run on, none of them runs after
/// it returned. The semantics come from BrightFutures; what is new is that the closures are freed
/// at once and that invalidating twice is harmless.
public final class InvalidationToken: Sendable {
  private let core = CancellationCore()
  private let invalidatesOnDeinit: Bool

  /// Makes a valid token.
  ///
  /// - Parameter invalidateOnDeinit: Whether dropping the last reference to the token invalidates
  ///   it; for an owner that shall hear nothing any more once it is gone.
  public init(invalidateOnDeinit: Bool = false) { invalidatesOnDeinit = invalidateOnDeinit }

  deinit {
    if invalidatesOnDeinit { _ = core.cancel() }
    core.sourceIsGone()
  }

  /// Whether ``invalidate()`` has been called.
  public var isInvalid: Bool { core.isCancelled }

  /// Mutes all callbacks registered through this token's contexts.
  ///
  /// - Returns: Whether this call did it; false if the token was invalid before.
  @discardableResult
  public func invalidate() -> Bool { core.cancel() }

  /// A future that is cancelled when the token is invalidated, and never settles otherwise.
  ///
  /// The token keeps it until it settles; so each use of this property makes a future that lives
  /// for as long as the token, unless it is cancelled.
  public var future: Future<Never, any Error> {
    let future = Future<Never, any Error>.never
    let registration = core.register { [cell = future.cell] in
      cell.settleCancelled(as: (any Error).self)
    }
    // Weakly, for the registration holds the cell.
    let weakRegistration = Weak(registration)
    future.cell.whenSettled { weakRegistration.object?.dispose() }
    return future
  }

  /// An inline context that drops what arrives after the token was invalidated.
  public var validContext: ExecutionContext { validContext(.inline) }

  /// A context that drops what arrives after the token was invalidated.
  ///
  /// The token is looked at on `parent`, right before the closure would run.
  ///
  /// - Parameter parent: Where closures run while the token is valid. If it belongs to another
  ///   token, both have to be valid.
  /// - Returns: The context.
  public func validContext(_ parent: ExecutionContext) -> ExecutionContext {
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
      ExecutionContext.Target(name, invalidation: core) { job in
        parent.submit { if !core.isCancelled { job() } }
      }
    )
  }
}
