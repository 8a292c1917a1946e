internal import Futures

extension BFTask {
  /// Makes a task that ends without a result after a while.
  ///
  /// It ends on a global queue. The timer goes on by itself.
  ///
  /// - Parameter delay: How long to wait, in seconds. Zero or less, or what is not a number, means
  ///   as soon as possible.
  /// - Returns: The task.
  public static func withDelay(_ delay: Double) -> BFTask<Void> {
    withDelay(Duration(boltsSeconds: delay))
  }

  /// Makes a task that ends without a result after a while.
  ///
  /// It ends on a global queue. Once started, the timer goes on by itself.
  ///
  /// - Parameters:
  ///   - delay: How long to wait, in seconds. Zero or less, or what is not a number, means as soon
  ///     as possible.
  ///   - token: Once cancelled, the task is cancelled at once and the timer is removed.
  /// - Returns: The task.
  public static func withDelay(
    _ delay: Double,
    cancellationToken token: BFCancellationToken?
  ) -> BFTask<Void> {
    withDelay(Duration(boltsSeconds: delay), cancellationToken: token)
  }

  /// Makes a task that ends without a result after a while.
  ///
  /// - Parameters:
  ///   - delay: How long to wait. Zero or less means as soon as possible.
  ///   - clock: The clock to wait on. The task ends on the thread the clock calls back on; for the
  ///     usual clocks, a global queue.
  ///   - token: Once cancelled, the task is cancelled at once and the timer is removed.
  /// - Returns: The task.
  public static func withDelay(
    _ delay: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellationToken token: BFCancellationToken? = nil
  ) -> BFTask<Void> {
    BFTask<Void>(future: Future.after(delay, clock: clock, cancellation: token?.token ?? .never))
  }
}

extension BFTask where Value == Void {
  /// Makes a task that ends without a result after a while.
  ///
  /// It ends on a global queue. The timer goes on by itself.
  ///
  /// - Parameter delay: How long to wait, in seconds. Zero or less, or what is not a number, means
  ///   as soon as possible.
  /// - Returns: The task.
  public static func withDelay(_ delay: Double) -> BFTask {
    withDelay(Duration(boltsSeconds: delay))
  }

  /// Makes a task that ends without a result after a while.
  ///
  /// - Parameters:
  ///   - delay: How long to wait, in seconds. Zero or less, or what is not a number, means as soon
  ///     as possible.
  ///   - token: Once cancelled, the task is cancelled at once and the timer is removed.
  /// - Returns: The task.
  public static func withDelay(
    _ delay: Double,
    cancellationToken token: BFCancellationToken?
  ) -> BFTask {
    withDelay(Duration(boltsSeconds: delay), cancellationToken: token)
  }

  /// Makes a task that ends without a result after a while.
  ///
  /// - Parameters:
  ///   - delay: How long to wait. Zero or less means as soon as possible.
  ///   - clock: The clock to wait on. The task ends on the thread the clock calls back on; for the
  ///     usual clocks, a global queue.
  ///   - token: Once cancelled, the task is cancelled at once and the timer is removed.
  /// - Returns: The task.
  public static func withDelay(
    _ delay: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellationToken token: BFCancellationToken? = nil
  ) -> BFTask {
    BFTask(future: Future.after(delay, clock: clock, cancellation: token?.token ?? .never))
  }
}

extension Duration {
  /// The duration of so many seconds; as long as durations go, if there are too many.
  init(boltsSeconds seconds: Double) {
    // 2^62 seconds, more than 146 billion years, is far from what a duration cannot hold.
    let most = 0x1p62
    self = seconds > 0 ? .seconds(min(seconds, most)) : .zero
  }
}
