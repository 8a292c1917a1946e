/// Stops shared work when everybody who shared it has cancelled.
///
/// Cancelling a derived future never touches the one it came from, because others may wait for that one
/// too. Where that is not enough, hand out the shares of a counter: when the last of them is cancelled, the
/// counter asks the producer to stop.
///
/// ```swift
/// let source = CancellationSource()
/// let image = InterestCounter(download(url, cancellation: source.token)) { source.cancel() }
/// let forTheList = image.share()
/// let forTheDetail = image.share()
/// forTheList.cancel()    // the download goes on
/// forTheDetail.cancel()  // nobody is left: the download is cancelled
/// ```
///
/// The rule is that of BkTask, where the last target that leaves stops the task.
public final class InterestCounter<Value: Sendable, Failure: Error>: Sendable {
  private let future: Future<Value, Failure>
  private let interest: Interest

  /// Makes a counter.
  ///
  /// - Parameters:
  ///   - future: The work to share.
  ///   - onNoInterest: Stops the work. Called inline, on the thread that cancels the last share, if the work
  ///     has not ended by itself. It may be called again after another share was made and cancelled.
  public init(
    _ future: Future<Value, Failure>,
    onNoInterest: @escaping @Sendable () -> Void
  ) {
    self.future = future
    interest = Interest(in: future.cell, onNoInterest: onNoInterest)
  }

  /// Makes a future with the outcome of the shared work, and counts it as interest in it.
  ///
  /// - Returns: A future that can be cancelled on its own.
  public func share() -> Future<Value, Failure> {
    if future.cell.isSettled { return future }
    interest.enter()
    let share = Cell.undecided()
    let observation = Observation(of: future.cell) { source, _ in
      ThreadState.run(share, share.forward(from: source, failure: Failure.self))
      return .none
    }
    share.whenSettled { [interest] in
      observation.end()
      interest.leave()
    }
    return Future(cell: share)
  }
}

/// The number of shares that are still wanted.
///
/// Does not keep the shared work alive.
private final class Interest: Sendable {
  private let count = Locked(0)
  private weak let work: Cell?
  private let stop: @Sendable () -> Void

  init(in work: Cell, onNoInterest stop: @escaping @Sendable () -> Void) {
    self.work = work
    self.stop = stop
  }

  func enter() { count.withLock { $0 += 1 } }

  func leave() {
    let isLast = count.withLock { count in
      count -= 1
      return count == 0
    }
    if isLast, let work, !work.isSettled { stop() }
  }
}
