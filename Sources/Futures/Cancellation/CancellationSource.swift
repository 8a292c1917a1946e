/// A type that cancels work through its tokens.
///
/// ```swift
/// let source = CancellationSource()
/// let page = download(url, cancellation: source.token)
/// stopButton.onTap { source.cancel() }
/// ```
///
/// ![One call cancels two loads and the result; the last load never starts.](cancelSource)
///
/// Cancelling is a request: futures with the token settle with cancellation at once, their closures
/// are released without running, and producers that observe the token stop their work. Semantics
/// from Bolts' cancellation tokens, except that an observer registered after cancellation runs at
/// once, nothing needs a run loop, and disposing never traps.
public final class CancellationSource: Sendable {
  /// The state of the tokens since the last restart.
  private let current = Locked(CancellationCore())
  private let parents: [CancellationToken]
  private let cancelsOnDeinit: Bool

  private var core: CancellationCore { current.withLock { $0 } }

  /// Creates a source that is also cancelled when one of `tokens` is.
  ///
  /// The tokens' sources hold this one weakly.
  ///
  /// - Parameters:
  ///   - tokens: The tokens to follow.
  ///   - cancelsOnDeinit: Whether the source is also cancelled when the last reference to it is
  ///     released.
  public init(linkedTo tokens: [CancellationToken], cancelsOnDeinit: Bool = false) {
    parents = tokens.filter { !$0.isNever }
    self.cancelsOnDeinit = cancelsOnDeinit
    link(core)
  }

  /// Creates a source that is cancelled by ``cancel()`` and ``cancel(after:clock:)``, and when one
  /// of `tokens` is.
  ///
  /// - Parameters:
  ///   - tokens: The tokens to follow, if any: `CancellationSource()` follows none.
  ///   - cancelsOnDeinit: Whether the source is also cancelled when the last reference to it is
  ///     released, for example for a view model whose loads end with it. In that case, the work
  ///     must not retain the owner of the source.
  public convenience init(linkedTo tokens: CancellationToken..., cancelsOnDeinit: Bool = false) {
    self.init(linkedTo: tokens, cancelsOnDeinit: cancelsOnDeinit)
  }

  deinit {
    let core = core
    if cancelsOnDeinit { _ = core.cancel() }
    core.sourceIsGone()
  }

  private func link(_ core: CancellationCore) {
    for token in parents { if let parent = token.core { core.link(to: parent) } }
  }

  /// The token of this source.
  ///
  /// The token outlives the source: a delayed cancel and the links to other tokens remain as long
  /// as the token is retained, or an operation with the token is in progress.
  public var token: CancellationToken { CancellationToken(core: core) }

  /// Whether the source has been cancelled since it was created or last restarted.
  public var isCancelled: Bool { core.isCancelled }

  /// Cancels the source: raises the flag, then calls the observers in registration order on this
  /// thread.
  ///
  /// When this method returns true, futures with a token of the source have settled, provided their
  /// error type can hold cancellation.
  ///
  /// - Returns: Whether this call cancelled the source; false if it was cancelled or disposed of
  ///   before. In that case, the call that cancelled it may still be running on another thread.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }

  /// Cancels the tokens that the source has issued so far, and starts over.
  ///
  /// ```swift
  /// func reload() {
  ///   items = load(cancellation: loads.restart())  // stops the load before
  /// }
  /// ```
  ///
  /// ![The second call cancels the first load.](restart)
  ///
  /// Earlier tokens are cancelled and stay cancelled, and a delayed cancel is stopped. Later tokens
  /// are cancelled only together with the tokens that the source follows, or by another call. A
  /// source that was disposed of does not start over.
  ///
  /// - Returns: The token from now on.
  @discardableResult
  public func restart() -> CancellationToken {
    let fresh = CancellationCore()
    link(fresh)
    let (old, new) = current.withLock { core in
      if core.isDisposed { return (core, core) }
      defer { core = fresh }
      return (core, fresh)
    }
    _ = old.cancel()
    return CancellationToken(core: new)
  }

  /// Cancels after a delay.
  ///
  /// A later call replaces the one before it, even while its time is running out: if the later call
  /// returns true, the earlier one no longer cancels. Needs no run loop.
  ///
  /// ![One load has ended; after three seconds the other one is cancelled.](cancelAfter)
  ///
  /// - Parameters:
  ///   - delay: How long to wait; zero cancels now, `nil` only stops a pending one. A negative
  ///     delay is reported to ``Diagnostics`` and changes nothing.
  ///   - clock: The clock to wait on.
  /// - Returns: Whether the request was accepted: the source was neither cancelled nor disposed of,
  ///   and the delay was not negative.
  @discardableResult
  public func cancel(
    after delay: Duration?,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Bool {
    guard let delay else { return core.replaceTimer(nil) }
    if delay < .zero {
      Diagnostics.report(
        .invalidArgument,
        detail: "cancel(after:) takes a delay of zero or more, not \(delay)"
      )
      return false
    }
    if delay == .zero { return core.cancel() }
    // If the source were released in the meantime, it would find no timer; see
    // ``CancellationCore/sourceIsGone()``.
    return withExtendedLifetime(self) {
      core.replaceTimer { startTimer(after: delay, clock: clock, $0) }
    }
  }

  /// Releases the observers, a pending delayed cancel, and the links to other tokens.
  ///
  /// Afterwards the flag can still be read, and cancelling does nothing. Call this method when the
  /// work is done and the tokens outlive it. Calling it twice is harmless.
  public func dispose() { core.dispose() }
}
