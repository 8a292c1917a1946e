internal import Futures

extension BFTask {
  /// Creates a task that ends without a result after a delay.
  ///
  /// The task ends on a global queue. The timer runs whether or not the task is retained.
  ///
  /// - Parameter delay: The delay in seconds. With zero, a negative number or NaN, the task ends as
  ///   soon as possible.
  /// - Returns: The task.
  public static func withDelay(_ delay: Double) -> BFTask<Void> {
    withDelay(Duration(boltsSeconds: delay))
  }

  /// Creates a task that ends without a result after a delay in seconds, or when a token cancels
  /// it.
  public static func withDelay(
    _ delay: Double,
    cancellationToken token: BFCancellationToken?
  ) -> BFTask<Void> {
    withDelay(Duration(boltsSeconds: delay), cancellationToken: token)
  }

  /// Creates a task that ends without a result after a delay on a clock, or when a token cancels
  /// it; in `Futures`, `Future.after`.
  public static func withDelay(
    _ delay: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellationToken token: BFCancellationToken? = nil
  ) -> BFTask<Void> {
    BFTask<Void>(future: Future.after(delay, clock: clock, cancellation: token?.token ?? .never))
  }
}

extension BFTask where Value == Void {
  /// Creates a task that ends without a result after a delay in seconds.
  public static func withDelay(_ delay: Double) -> BFTask {
    withDelay(Duration(boltsSeconds: delay))
  }

  /// Creates a task that ends without a result after a delay in seconds, or when a token cancels
  /// it.
  public static func withDelay(
    _ delay: Double,
    cancellationToken token: BFCancellationToken?
  ) -> BFTask {
    withDelay(Duration(boltsSeconds: delay), cancellationToken: token)
  }

  /// Creates a task that ends without a result after a delay on a clock, or when a token cancels
  /// it.
  public static func withDelay(
    _ delay: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellationToken token: BFCancellationToken? = nil
  ) -> BFTask {
    BFTask(future: Future.after(delay, clock: clock, cancellation: token?.token ?? .never))
  }
}

extension Duration {
  /// Creates a duration of a number of seconds, clamped to the range from zero to 2^62.
  init(boltsSeconds seconds: Double) {
    // 2^62 seconds, more than 146 billion years, is far below the maximum duration.
    let most = 0x1p62
    self = seconds > 0 ? .seconds(min(seconds, most)) : .zero
  }
}
