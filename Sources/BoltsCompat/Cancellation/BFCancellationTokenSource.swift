public import Futures

/// A source that cancels work through its tokens.
///
/// ```swift
/// let source = BFCancellationTokenSource()
/// load(url).continueWith(cancellationToken: source.token) { task in
///   show(task)
/// }
/// source.cancel()
/// ```
///
/// Copies refer to the same source. This type gives a `CancellationSource` of `Futures` the names
/// of Bolts; ``source`` is the underlying source.
public struct BFCancellationTokenSource: Sendable {
  /// The underlying source of `Futures`.
  public let source: CancellationSource

  /// Creates a source.
  public init() { source = CancellationSource() }

  /// Creates a source that is also cancelled when one of several tokens is.
  ///
  /// - Parameter tokens: The tokens. Their sources do not retain the new one.
  public init(linkedTo tokens: BFCancellationToken...) {
    source = CancellationSource(linkedTo: tokens.map(\.token))
  }

  /// Creates a source from one of `Futures`.
  ///
  /// - Parameter source: The source.
  public init(_ source: CancellationSource) { self.source = source }

  /// The token of this source.
  ///
  /// The token remains valid after the source is released.
  public var token: BFCancellationToken { BFCancellationToken(source.token) }

  /// Whether the source has been cancelled.
  ///
  /// You can read this property after ``dispose()``.
  public var cancellationRequested: Bool { source.isCancelled }

  /// Cancels the source, and calls the observers on this thread in the order of registration; has
  /// no effect after the first call, and after ``dispose()``.
  public func cancel() { source.cancel() }

  /// Cancels the source after a delay.
  ///
  /// The delay needs no run loop, and the source is retained until it has passed. A later call
  /// replaces an earlier one. Does nothing if the source has been cancelled or disposed of.
  ///
  /// - Parameters:
  ///   - milliseconds: The delay. Zero cancels now, and -1 only withdraws a pending cancellation. A
  ///     smaller number is reported to `Diagnostics` and has no effect.
  ///   - clock: The clock that measures the delay.
  public func cancel(
    afterDelay milliseconds: Int,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    source.cancel(
      after: milliseconds == -1 ? nil : .milliseconds(milliseconds),
      clock: keepingSource(clock)
    )
  }

  private func keepingSource(_ clock: some Clock<Duration>) -> any Clock<Duration> {
    KeepingClock(base: clock, object: source)
  }

  /// Releases the observers, and withdraws a pending cancellation; the flags of the source and its
  /// tokens remain readable.
  public func dispose() { source.dispose() }
}

/// A clock whose timers retain an object until they have fired or been cancelled.
private struct KeepingClock<Base: Clock<Swift.Duration>>: TimerClock {
  let base: Base
  let object: any AnyObject & Sendable

  var now: Base.Instant { base.now }
  var minimumResolution: Swift.Duration { base.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Swift.Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  func schedule(
    after delay: Swift.Duration,
    _ job: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let stop = CancellationSource()
    Future<Void, any Error>.after(delay, clock: base, cancellation: stop.token)
      .onSuccess { [object] in withExtendedLifetime(object, job) }
    return ScheduledTimer { stop.cancel() }
  }
}
