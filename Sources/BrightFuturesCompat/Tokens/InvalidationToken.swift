internal import Futures

/// A token that suppresses callbacks that are no longer wanted.
///
/// ```swift
/// let token = InvalidationToken()
/// profile.onSuccess(token.validContext) { show($0) }
/// token.invalidate()  // nothing is shown any more
/// ```
///
/// Invalidating a token stops no work and settles no future: the future of a dropped transform
/// stays pending. If you call `invalidate()` on the serial queue that runs the callbacks, none of
/// them runs after it returns. A dropped closure is released when its context drops it, after its
/// future has settled.
public final class InvalidationToken: ManualInvalidationTokenType {
  /// A future that fails with `invalidationTokenInvalidated` when the token is invalidated, and
  /// never settles otherwise.
  public let future: Future<Never, BrightFuturesError<Never>>

  private let token = Futures.InvalidationToken()
  /// The source of `future`, which a derived future does not retain.
  private let source: Futures.Future<Never, any Error>

  /// Creates a valid token.
  public init() {
    source = token.future
    future = Future(source.mapError { _ in .invalidationTokenInvalidated })
  }

  /// Whether the token has been invalidated.
  public var isInvalid: Bool { token.isInvalid }

  /// Invalidates the token; does nothing if it is already invalid.
  public func invalidate() { token.invalidate() }
}
