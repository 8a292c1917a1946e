/// Cancels work through the tokens it hands out.
///
/// ```swift
/// let source = CancellationSource()
/// let page = download(url, cancellation: source.token)
/// stopButton.onTap { source.cancel() }
/// ```
///
/// Cancelling is a request: futures that were given the token settle with cancellation at once, their
/// closures are released without running, and producers that watch the token stop their work.
/// The semantics are those of Bolts' cancellation tokens with its defects mended: an observer that is
/// registered late runs at once, nothing needs a run loop, and disposing never traps.
public final class CancellationSource: Sendable {
  private let core = CancellationCore()

  /// Makes a source that is cancelled by ``cancel()`` and ``cancel(after:clock:)`` only.
  public init() {}

  /// Makes a source that is also cancelled when one of `tokens` is.
  ///
  /// The tokens' sources hold this one weakly.
  ///
  /// - Parameter tokens: The tokens to follow.
  public init(linkedTo tokens: [CancellationToken]) {
    for token in tokens {
      if let parent = token.core { core.link(to: parent) }
    }
  }

  /// Makes a source that is also cancelled when one of `tokens` is.
  ///
  /// - Parameter tokens: The tokens to follow.
  public convenience init(linkedTo tokens: CancellationToken...) { self.init(linkedTo: tokens) }

  deinit { core.sourceIsGone() }

  /// The token to hand out.
  ///
  /// It stays valid when the source is gone: a delayed cancel and the links to other tokens remain
  /// for as long as somebody keeps the token, or an operation that was given it is under way.
  public var token: CancellationToken { CancellationToken(core: core) }

  /// Whether the source has been cancelled.
  public var isCancelled: Bool { core.isCancelled }

  /// Cancels: raises the flag, then calls the observers in registration order on this thread.
  ///
  /// - Returns: Whether this call did it; false if the source was cancelled or disposed of before.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }

  /// Cancels after a while.
  ///
  /// A later call replaces the one before it. Needs no run loop.
  ///
  /// - Parameters:
  ///   - delay: How long to wait; zero cancels now, `nil` only stops a pending one. A negative delay is
  ///     reported to ``Diagnostics`` and changes nothing.
  ///   - clock: The clock to wait on.
  /// - Returns: Whether the request was accepted: the source was neither cancelled nor disposed of, and
  ///   the delay was not negative.
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
    // A source that went meanwhile would find no timer; see ``CancellationCore/sourceIsGone()``.
    return withExtendedLifetime(self) {
      core.replaceTimer { [core] in
        startTimer(after: delay, clock: clock) { [weak core] in _ = core?.cancel() }
      }
    }
  }

  /// Forgets the observers, a pending delayed cancel, and the links to other tokens.
  ///
  /// Afterwards the flag can still be read, and cancelling does nothing. Call it when the work is done
  /// and the tokens live on. Calling it twice is harmless.
  public func dispose() { core.dispose() }
}
