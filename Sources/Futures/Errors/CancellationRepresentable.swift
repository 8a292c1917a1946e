/// An error type that can represent cancellation.
///
/// Futures settle with one of two outcomes; cancellation is a failure that the error type can hold.
/// It is `CancellationError` for futures that fail with `any Error`. Give your own error type a
/// case for it, and its futures can be cancelled too:
///
/// ```swift
/// enum LoadError: Error, CancellationRepresentable {
///   case notFound
///   case cancelled
///
///   static var cancellation: LoadError { .cancelled }
///   var isCancellation: Bool { self == .cancelled }
/// }
/// ```
public protocol CancellationRepresentable: Error {
  /// The error that represents cancellation.
  static var cancellation: Self { get }

  /// Whether this error represents cancellation.
  var isCancellation: Bool { get }
}

extension CancellationError: CancellationRepresentable {
  /// A `CancellationError`.
  public static var cancellation: CancellationError { CancellationError() }

  /// Always true.
  public var isCancellation: Bool { true }
}

/// Whether an error type can represent cancellation.
@inlinable
func holdsCancellation<Failure: Error>(_ type: Failure.Type) -> Bool {
  Failure.self == (any Error).self || Failure.self is any CancellationRepresentable.Type
}

/// The error of type `Failure` that represents cancellation, if there is one.
@usableFromInline
func cancellationError<Failure: Error>(as type: Failure.Type) -> Failure? {
  if let failure = CancellationError() as? Failure { return failure }
  guard let type = type as? any CancellationRepresentable.Type else { return nil }
  return type.cancellation as? Failure
}

/// Returns whether an error represents cancellation.
///
/// Only its type decides: an error that a library reports for stopped work, such as
/// `URLError.cancelled`, may have another cause and remains an error.
package func isCancellation(_ error: any Error) -> Bool {
  (error as? any CancellationRepresentable)?.isCancellation ?? false
}
