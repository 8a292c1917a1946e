/// The error of a future whose producer went away without completing it.
///
/// A future of `any Error` fails with this error when the last copy of its promise is dropped, so
/// that a forgotten promise cannot leave others waiting. Read `reason` to tell that case from a
/// future that waits for itself, and from a closure that never ran.
///
/// Another error type can hold this error by conforming to ``BrokenPromiseRepresentable``. Under a
/// type that cannot, the future stays pending, and ``Diagnostics`` reports that.
///
/// ![Dropping the promise fails its future and those derived from it.](brokenPromise)
public struct BrokenPromise: Error, Hashable, Sendable {
  /// Why the future has no outcome of its own.
  public let reason: Reason

  /// Creates the error.
  ///
  /// The library creates these errors for you. Create one to test how your code handles it.
  ///
  /// - Parameter reason: Why the future has no outcome of its own.
  public init(reason: Reason) { self.reason = reason }
}

extension BrokenPromise: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String { reason.advice }
}

/// An error type that has a case for a broken promise.
public protocol BrokenPromiseRepresentable: Error {
  /// The error that represents a producer that went away without completing its future.
  ///
  /// - Parameter broken: Why there will be no outcome.
  /// - Returns: The error to fail the future with.
  static func brokenPromise(_ broken: BrokenPromise) -> Self
}

extension BrokenPromise {
  /// This condition as a `Failure`, if that type can express it.
  ///
  /// A dropped job and a cancellation prefer the type's cancellation error; the other reasons
  /// prefer the broken promise itself.
  func represented<Failure: Error>(in type: Failure.Type) -> Failure? {
    if reason.prefersCancellation {
      cancellationError(as: type) ?? asBroken(type)
    } else {
      asBroken(type) ?? cancellationError(as: type)
    }
  }

  private func asBroken<Failure: Error>(_ type: Failure.Type) -> Failure? {
    if let failure = self as? Failure { return failure }
    guard let type = type as? any BrokenPromiseRepresentable.Type else { return nil }
    return type.brokenPromise(self) as? Failure
  }
}
