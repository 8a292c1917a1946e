public import Futures

/// A token that signals that work should stop.
///
/// A token belongs to a ``BFCancellationTokenSource``. A continuation that receives a token does
/// not start once the token is cancelled; see
/// ``BFTask/continueWith(cancellationToken:isolation:continuation:)``. Cancelling does not end a
/// task that is waiting: it ends when its antecedent ends. To react at once, use
/// ``registerCancellationObserver(isolation:block:)``, or the tokens of `Futures` with
/// ``BFTask/future``.
public struct BFCancellationToken: Sendable {
  /// The underlying token of `Futures`.
  public let token: CancellationToken

  /// Creates a token from one of `Futures`.
  ///
  /// - Parameter token: The token.
  public init(_ token: CancellationToken) { self.token = token }

  /// Whether the source has been cancelled.
  ///
  /// You can read this property after the source has been disposed of.
  public var cancellationRequested: Bool { token.isCancelled }

  /// Calls a closure once when the source is cancelled.
  ///
  /// A closure that is written in main-actor code runs on the main actor. Any other closure runs in
  /// the call that cancels, after the observers that were registered before it. If the source has
  /// already been cancelled, the closure runs in this call. It is released after it has run, or
  /// when the registration or the source is disposed of.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the calling code. Omit this argument.
  ///   - block: The closure. No lock is held while it runs.
  /// - Returns: A registration with which you can remove the closure.
  @discardableResult
  @preconcurrency
  public func registerCancellationObserver(
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext block: @escaping @Sendable @isolated(any) () -> Void
  ) -> BFCancellationTokenRegistration {
    guard block.isolation == nil, isolation === MainActor.shared else {
      return BFCancellationTokenRegistration(registration: token.onCancel(block))
    }
    let call = withoutIsolation(block)
    return BFCancellationTokenRegistration(registration: token.onCancel { @MainActor in call() })
  }

  /// Throws if the source has been cancelled.
  ///
  /// - Throws: ``CancelledError``, which cancels the task of a continuation that throws it.
  public func throwIfCancellationRequested() throws(CancelledError) {
    try token.throwIfCancelled()
  }
}

/// The registration of an observer of a cancellation.
public struct BFCancellationTokenRegistration: Sendable {
  let registration: CancellationRegistration

  /// Removes and releases the observer.
  ///
  /// The observer does not start after this method returns. An observer that has started on another
  /// thread may still be running, because waiting for it could deadlock. Calling this method again,
  /// from the observer, or after the source was disposed of has no effect.
  public func dispose() { registration.dispose() }
}
