/// The error of a future whose producer went away without completing it.
///
/// A future of `any Error` fails with this when the last copy of its promise is dropped, so that nobody
/// waits for ever because somebody forgot a promise. Another error type can take part by conforming to
/// ``BrokenPromiseRepresentable``; under a type that cannot hold the error, the future stays pending
/// and ``Diagnostics`` hears of it.
public struct BrokenPromise: Error, Hashable, Sendable {
  @usableFromInline
  enum Reason: UInt, Hashable, Sendable {
    case dropped, jobDropped, cancelled, selfResolution
  }

  let reason: Reason

  init(_ reason: Reason = .dropped) { self.reason = reason }
}

extension BrokenPromise: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String {
    switch reason {
    case .dropped:
      "The promise behind this future was dropped before it was completed. Keep the promise until "
        + "you call succeed, fail, complete or cancel on it."
    case .jobDropped:
      "The execution context of this future's closure destroyed the closure without running it. "
        + "Check that its queue or executor is still alive and runs every job it accepts."
    case .cancelled:
      "The future was cancelled, but its error type cannot hold a cancellation."
    case .selfResolution:
      "The promise was asked to complete with its own future, which would never settle. Complete it "
        + "with another future or a value."
    }
  }
}

/// An error type that has a case for a broken promise.
public protocol BrokenPromiseRepresentable: Error {
  /// The error that stands for a producer that went away without completing its future.
  ///
  /// - Parameter broken: Why there will be no outcome.
  /// - Returns: The error to fail the future with.
  static func brokenPromise(_ broken: BrokenPromise) -> Self
}

extension BrokenPromise {
  /// This condition as a `Failure`, if that type can express it.
  ///
  /// A dropped job and a cancellation prefer the type's cancellation error, a dropped promise prefers
  /// the broken promise itself.
  func represented<Failure: Error>(in type: Failure.Type) -> Failure? {
    switch reason {
    case .cancelled, .jobDropped: cancellationError(as: type) ?? asBroken(type)
    case .dropped, .selfResolution: asBroken(type) ?? cancellationError(as: type)
    }
  }

  private func asBroken<Failure: Error>(_ type: Failure.Type) -> Failure? {
    if let failure = self as? Failure { return failure }
    guard let type = type as? any BrokenPromiseRepresentable.Type else { return nil }
    return type.brokenPromise(self) as? Failure
  }
}
