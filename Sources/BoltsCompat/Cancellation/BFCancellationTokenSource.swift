public import Futures

/// Cancels work through the tokens it hands out.
///
/// ```swift
/// let source = BFCancellationTokenSource()
/// load(url).continueWith(cancellationToken: source.token) { task in show(task) }
/// source.cancel()
/// ```
///
/// Copies stand for the same source. A `CancellationSource` of `Futures` under Bolts' names;
/// ``source`` is the one behind it.
public struct BFCancellationTokenSource: Sendable {
  /// The source behind this one.
  public let source: CancellationSource

  /// Makes a source.
  public init() { source = CancellationSource() }

  /// Makes a source that is also cancelled when one of `tokens` is.
  ///
  /// - Parameter tokens: The tokens to follow. Their sources do not keep this one alive.
  public init(linkedTo tokens: BFCancellationToken...) {
    source = CancellationSource(linkedTo: tokens.map(\.token))
  }

  /// Makes a source out of one of `Futures`.
  ///
  /// - Parameter source: The source.
  public init(_ source: CancellationSource) { self.source = source }

  /// The token to hand out.
  ///
  /// It stays valid when the source is gone.
  public var token: BFCancellationToken { BFCancellationToken(source.token) }

  /// Whether the source has been cancelled.
  ///
  /// Can be read also after ``dispose()``.
  public var cancellationRequested: Bool { source.isCancelled }

  /// Cancels: raises the flag, then calls the observers in registration order on this thread.
  ///
  /// No lock is held meanwhile. Does nothing if the source was cancelled or disposed of before.
  public func cancel() { source.cancel() }

  /// Cancels after a while.
  ///
  /// Needs no run loop, and nobody has to keep the source until then. A later call replaces the one
  /// before it. Does nothing if the source was cancelled or disposed of before.
  ///
  /// - Parameters:
  ///   - milliseconds: How long to wait. Zero cancels now; -1 only stops a pending one. Less than
  ///     that is reported to `Diagnostics` and changes nothing.
  ///   - clock: The clock to wait on.
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

  /// Forgets the observers and a pending delayed cancel.
  ///
  /// Afterwards the flags of the source and its tokens can still be read, and cancelling does
  /// nothing. Calling it twice is harmless.
  public func dispose() { source.dispose() }
}
