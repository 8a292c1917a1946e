/// Stops shared work when all its shares are cancelled.
///
/// Cancelling a derived future never touches the one it came from, because others may wait for that
/// one too. If that is not enough, hand out the shares of a counter: when the last of them is
/// cancelled, the counter tells the producer to stop.
///
/// ```swift
/// let source = CancellationSource()
/// let work = download(url, cancellation: source.token)
/// let image = InterestCounter(work) { source.cancel() }
/// let forTheList = image.share()
/// let forTheDetail = image.share()
/// forTheList.cancel()    // the download continues
/// forTheDetail.cancel()  // no share is left: the download is cancelled
/// ```
///
/// ![The download is cancelled with the second of two shares.](InterestCounter)
///
/// The rule is that of BkTask, where the last target that leaves stops the task. To share work by
/// key, and to keep its value, use ``SharedLoads``, which counts in the same way.
public final class InterestCounter<Value: Sendable, Failure: Error>: Sendable {
  private let future: Future<Value, Failure>
  private let interest: Interest

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - future: The work to share.
  ///   - onNoInterest: Stops the work. Called inline, on the thread that cancels the last share, if
  ///     the work has not ended on its own. It may be called again after another share was made and
  ///     cancelled.
  public init(
    _ future: Future<Value, Failure>,
    onNoInterest: @escaping @Sendable () -> Void
  ) {
    self.future = future
    interest = Interest(onNoInterest: onNoInterest)
    let observation = Observation(of: future.cell, ignoresFailure: true) {
      [weak interest] _, _ in
      interest?.end()
      return .none
    }
    interest.keep(observation)
  }

  /// Returns a future with the outcome of the shared work, and counts it as interest in it.
  ///
  /// - Returns: A future that can be cancelled on its own.
  public func share() -> Future<Value, Failure> {
    if future.cell.isSettled { return future }
    interest.enter()
    return interest.countedShare(of: future.cell)
  }
}

extension Future {
  /// Cancels this share when a future that was derived from it settles.
  ///
  /// For code that returns something other than the share itself. The share is held weakly.
  ///
  /// - Parameter derived: The future that is handed out.
  package func leave<Output, OtherFailure>(when derived: Future<Output, OtherFailure>) {
    let weakCell = Weak(cell)
    derived.cell.whenSettled { weakCell.object?.cancelIfPossible(as: Failure.self) }
  }
}
