/// How often to try again, how long to wait in between, and after which errors.
///
/// ```swift
/// let policy = RetryPolicy(
///   attempts: 5,
///   backoff: .exponential(initial: .milliseconds(200), cap: .seconds(10)),
///   jitter: .full,
///   shouldRetry: { error, _ in error is ConnectionLost })
/// ```
public struct RetryPolicy: Sendable {
  /// How the pause grows from one attempt to the next.
  public struct Backoff: Sendable {
    fileprivate let pause: @Sendable (_ failedAttempts: Int) -> Duration

    /// No pause.
    public static let none = Backoff { _ in .zero }

    /// The same pause every time.
    ///
    /// - Parameter pause: The pause; less than zero is taken as zero, and 285 years is the most.
    /// - Returns: The back-off.
    public static func constant(_ pause: Duration) -> Backoff {
      Backoff { _ in max(.zero, pause) }
    }

    /// A pause that is multiplied after every attempt.
    ///
    /// - Parameters:
    ///   - initial: The pause after the first attempt; less than zero is taken as zero.
    ///   - multiplier: What to multiply it with after each further one; less than 1 is taken as 1.
    ///   - cap: The longest pause; 285 years at the most.
    /// - Returns: The back-off.
    public static func exponential(
      initial: Duration,
      multiplier: Double = 2,
      cap: Duration = .seconds(60)
    ) -> Backoff {
      Backoff { failedAttempts in
        let longest = min(max(.zero, cap), .longestTimer)
        var pause = min(max(.zero, initial), longest)
        if pause == .zero || !(multiplier > 1) { return pause }
        for _ in 1..<max(1, failedAttempts) {
          // Comparing first keeps the product in range, however large the multiplier is.
          if pause >= longest / multiplier { return longest }
          pause = pause * multiplier
        }
        return pause
      }
    }
  }

  /// How much chance goes into a pause, so that many clients do not come back at the same moment.
  public struct Jitter: Hashable, Sendable {
    /// The part of the pause that is left to chance, from 0 to 1.
    fileprivate let share: Double

    /// The pause as it is.
    public static let none = Jitter(share: 0)
    /// Anything from nothing to the whole pause.
    public static let full = Jitter(share: 1)
    /// Half of the pause, and anything up to the other half.
    public static let equal = Jitter(share: 0.5)
  }

  /// The most attempts to make, the first one included; 1 or more.
  public let attempts: Int
  private let backoff: Backoff
  private let jitter: Jitter
  private let random: @Sendable () -> Double
  private let predicate: @Sendable (_ error: any Error, _ attempt: Int) -> Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - attempts: The most attempts to make, the first one included. Less than 1 is taken as 1.
  ///   - backoff: The pause after each failed attempt.
  ///   - jitter: How much chance goes into the pause.
  ///   - shouldRetry: Whether an error is worth another attempt; gets the number of the attempt
  ///     that failed, counted from 1. Not asked about cancellation, which is final.
  ///   - random: Where chance comes from: a number from 0 to 1. For tests; the system's generator
  ///     otherwise.
  public init(
    attempts: Int = 3,
    backoff: Backoff = .none,
    jitter: Jitter = .none,
    shouldRetry: @escaping @Sendable (_ error: any Error, _ attempt: Int) -> Bool = { _, _ in true
    },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.attempts = max(1, attempts)
    self.backoff = backoff
    self.jitter = jitter
    self.random = random
    predicate = shouldRetry
  }

  /// Whether another attempt shall follow the failed one.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, counted from 1.
  ///   - error: What it failed with.
  /// - Returns: Whether there are attempts left and the error is worth one; never for a
  ///   cancellation.
  public func allowsRetry(after attempt: Int, error: any Error) -> Bool {
    attempt < attempts && !isCancellation(error) && predicate(error, attempt)
  }

  /// The pause after a failed attempt, with its share of chance.
  ///
  /// - Parameter attempt: The number of the attempt that failed, counted from 1.
  /// - Returns: A duration of zero or more.
  public func pause(after attempt: Int) -> Duration {
    let pause = min(backoff.pause(attempt), .longestTimer)
    if jitter == .none { return pause }
    let drawn = random()
    let chance = drawn > 0 ? min(drawn, 1) : 0
    return pause * (1 - jitter.share) + pause * (jitter.share * chance)
  }
}
