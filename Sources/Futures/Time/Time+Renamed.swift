// The names of releases before 1.0.

extension Future {
  /// Limits how long to wait for this future, as ``timeout(_:clock:cancelsLateFuture:orFail:)``
  /// does now.
  @available(*, deprecated, renamed: "timeout(_:clock:cancelsLateFuture:orFail:)")
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancelLateFuture: Bool,
    orFail error: @escaping @Sendable @autoclosure () -> Failure
  ) -> Future {
    timeout(limit, clock: clock, cancelsLateFuture: cancelLateFuture, orFail: error())
  }
}

extension Future where Failure == any Error {
  /// Limits how long to wait for this future, as ``timeout(_:clock:cancelsLateFuture:)`` does now.
  @available(*, deprecated, renamed: "timeout(_:clock:cancelsLateFuture:)")
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancelLateFuture: Bool
  ) -> Future {
    timeout(limit, clock: clock, cancelsLateFuture: cancelLateFuture)
  }
}
