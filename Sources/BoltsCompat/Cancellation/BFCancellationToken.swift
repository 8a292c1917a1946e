public import Futures

/// Tells work that it should stop.
///
/// A token is the reading end of a ``BFCancellationTokenSource``. A continuation that is given a
/// token does not start once the token has been cancelled; see
/// ``BFTask/continueWith(cancellationToken:isolation:continuation:)``. Nothing happens to a task
/// that is waiting: it ends when what it waits for has ended. To be told at once, use
/// ``registerCancellationObserver(isolation:block:)``, or the tokens of `Futures` with
/// ``BFTask/future``.
public struct BFCancellationToken: Sendable {
  /// The token behind this one.
  public let token: CancellationToken

  /// Makes a token out of one of `Futures`.
  ///
  /// - Parameter token: The token.
  public init(_ token: CancellationToken) { self.token = token }

  /// Whether the source has been cancelled.
  ///
  /// Can be read also after the source has been disposed of.
  public var cancellationRequested: Bool { token.isCancelled }

  /// Calls a closure once when the source is cancelled.
  ///
  /// Written in main-actor code, the closure runs on the main actor. Otherwise it runs on the
  /// thread that cancels, inside that call, after the observers registered before it; if the source
  /// has been cancelled, it runs now, inside this call. It is released after it ran, and when the
  /// registration or the source is disposed of.
  ///
  /// - Parameters:
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - block: What to call. No lock is held meanwhile.
  /// - Returns: A registration that takes the closure back.
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

/// An observer of a cancellation that can be taken back.
public struct BFCancellationTokenRegistration: Sendable {
  let registration: CancellationRegistration

  /// Takes the observer back and releases it.
  ///
  /// After this returns the observer will not start; one that has started on another thread may
  /// still be running, since waiting for it could deadlock. Calling it again, or from the observer,
  /// does nothing; so does calling it after the source was disposed of.
  public func dispose() { registration.dispose() }
}
