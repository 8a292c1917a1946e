internal import Futures

/// Mutes callbacks that come too late.
///
/// ```swift
/// let token = InvalidationToken()
/// profile.onSuccess(token.validContext) { show($0) }
/// token.invalidate()  // nothing is shown any more
/// ```
///
/// It stops no work and settles nothing: the future of a transform that was dropped stays pending.
/// If `invalidate()` is called on the serial queue that the callbacks run on, none of them runs
/// after it returned. A dropped closure is released when its context drops it, so when its future
/// has settled.
public final class InvalidationToken: ManualInvalidationTokenType {
  /// A future that fails with `invalidationTokenInvalidated` when the token is invalidated, and
  /// never settles otherwise.
  public let future: Future<Never, BrightFuturesError<Never>>

  private let token = Futures.InvalidationToken()
  /// What `future` is derived from; kept, because a derived future does not keep its source.
  private let source: Futures.Future<Never, any Error>

  /// Makes a valid token.
  public init() {
    source = token.future
    future = Future(source.mapError { _ in .invalidationTokenInvalidated })
  }

  /// Whether the token was invalidated, after which it stays so.
  public var isInvalid: Bool { token.isInvalid }

  /// Makes the token invalid; does nothing if it is invalid already.
  public func invalidate() { token.invalidate() }
}
