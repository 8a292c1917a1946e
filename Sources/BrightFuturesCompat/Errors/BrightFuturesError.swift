public import Futures

/// The errors that operations of this module add to those of their futures.
public enum BrightFuturesError<E: Error>: Error {
  /// A search or a filter found nothing.
  case noSuchElement

  /// The token was invalidated.
  case invalidationTokenInvalidated

  /// A promise was dropped before it was completed.
  case illegalState

  /// The future, or one that it depends on, failed with an error of its own.
  case external(E)

  /// Wraps an error.
  ///
  /// - Parameter external: The error.
  public init(external: E) { self = .external(external) }
}

/// Two errors are equal if they are the same case, and in `external` hold equal errors.
extension BrightFuturesError: Equatable where E: Equatable {}

extension BrightFuturesError: CancellationRepresentable {
  /// What stands for cancellation: `invalidationTokenInvalidated`.
  public static var cancellation: BrightFuturesError { .invalidationTokenInvalidated }

  /// Whether this is `invalidationTokenInvalidated`, or an external error that stands for
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
  /// What stands for a promise that was dropped before it was completed: `illegalState`.
  ///
  /// - Parameter broken: Why there will be no outcome.
  /// - Returns: `illegalState`.
  public static func brokenPromise(_ broken: BrokenPromise) -> BrightFuturesError { .illegalState }
}
