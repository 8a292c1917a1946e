public import Futures

/// The errors that the operations of this module add to those of their futures.
public enum BrightFuturesError<E: Error>: Error {
  /// A search or a filter found nothing.
  case noSuchElement

  /// The token was invalidated.
  case invalidationTokenInvalidated

  /// A promise was released before it was completed.
  case illegalState

  /// The future, or a future that it depends on, failed with another error.
  case external(E)

  /// Creates an error that wraps another one.
  ///
  /// - Parameter external: The error.
  public init(external: E) { self = .external(external) }
}

/// Two errors are equal if they are the same case, and hold equal errors in `external`.
extension BrightFuturesError: Equatable where E: Equatable {}

extension BrightFuturesError: CancellationRepresentable {
  /// The error that represents cancellation: `invalidationTokenInvalidated`.
  public static var cancellation: BrightFuturesError { .invalidationTokenInvalidated }

  /// Whether this is `invalidationTokenInvalidated`, or an external error that represents
  /// cancellation.
  public var isCancellation: Bool {
    switch self {
    case .invalidationTokenInvalidated: true
    case .external(let error): (error as? any CancellationRepresentable)?.isCancellation ?? false
    case .noSuchElement, .illegalState: false
    }
  }
}

extension BrightFuturesError: BrokenPromiseRepresentable {
  /// Returns the error that represents a promise that was released before it was completed:
  /// `illegalState`.
  ///
  /// - Parameter broken: The reason why there is no outcome.
  /// - Returns: `illegalState`.
  public static func brokenPromise(_ broken: BrokenPromise) -> BrightFuturesError { .illegalState }
}
