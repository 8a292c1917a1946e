/// A policy that decides how often to try again, how long to wait in between, and after which
/// errors.
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
    /// - Parameter pause: The pause; clamped to zero and 285 years.
    /// - Returns: The backoff.
    public static func constant(_ pause: Duration) -> Backoff {
      Backoff { _ in max(.zero, pause) }
    }

    /// A pause that is multiplied after every attempt.
    ///
    /// - Parameters:
    ///   - initial: The pause after the first attempt; clamped to zero.
    ///   - multiplier: The factor that multiplies it after each further attempt; clamped to 1 or
    ///     more.
    ///   - cap: The longest pause; at most 285 years.
    /// - Returns: The backoff.
    public static func exponential(
      initial: Duration,
      multiplier: Double = 2,
      cap: Duration = .seconds(60)
    ) -> Backoff {
      Backoff { failedAttempts in
        let longest = min(max(.zero, cap), .longestTimer)
        let first = min(max(.zero, initial), longest)
        if first == .zero || !(multiplier > 1) { return first }
        // Computed for all attempts at once: rounded after each attempt, a tiny pause would never
        // grow.
        let factor = power(multiplier, max(1, failedAttempts) - 1)
        // Comparing first keeps the product in range, however large the factor is.
        return factor >= longest / first ? longest : first * factor
      }
    }

    /// A power, with as many steps as the exponent has bits.
    private static func power(_ base: Double, _ exponent: Int) -> Double {
      var (power, square, rest) = (1.0, base, exponent)
      while rest > 0 {
        if rest % 2 == 1 { power *= square }
        square *= square
        rest /= 2
      }
      return power
    }
  }

  /// The random part of a pause, which keeps many clients from returning at the same moment.
  public struct Jitter: Hashable, Sendable {
    /// The random fraction of the pause, from 0 to 1.
    fileprivate let share: Double

    /// The unchanged pause.
    public static let none = Jitter(share: 0)
    /// A random pause between zero and the whole pause.
    public static let full = Jitter(share: 1)
    /// Half of the pause, plus a random part of the other half.
    public static let equal = Jitter(share: 0.5)
  }

  /// The most attempts to make, the first one included; 1 or more.
  public let attempts: Int
  private let backoff: Backoff
  private let jitter: Jitter
  private let random: @Sendable () -> Double
  private let predicate: @Sendable (_ error: any Error, _ attempt: Int) -> Bool
  private var wanted: (@Sendable (_ error: any Error, _ attempt: Int) -> Duration?)?
  package private(set) var budget: RetryBudget?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - attempts: The most attempts to make, the first one included. Clamped to 1 or more.
  ///   - backoff: The pause after each failed attempt.
  ///   - jitter: The random part of the pause.
  ///   - shouldRetry: Whether an error is worth another attempt; receives the number of the
  ///     attempt that failed, counted from 1. Not called for cancellation, which is final.
  ///   - random: Returns a random number from 0 to 1; by default, from the system's generator.
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

  /// Whether another attempt follows the failed one.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, counted from 1.
  ///   - error: What it failed with.
  /// - Returns: Whether there are attempts left and the error is worth one; never for a
  ///   cancellation.
  public func allowsRetry(after attempt: Int, error: any Error) -> Bool {
    attempt < attempts && !isCancellation(error) && predicate(error, attempt)
  }

  /// Returns this policy with a budget for its retries.
  ///
  /// A retry is made only if the policy allows it and the budget has one left.
  /// ``allowsRetry(after:error:)`` does not ask the budget.
  ///
  /// - Parameter budget: The budget, which other policies may share.
  /// - Returns: The policy.
  public func within(_ budget: RetryBudget) -> RetryPolicy {
    var policy = self
    policy.budget = budget
    return policy
  }

  /// Counts a call for the budget.
  package func begin() { budget?.addCall() }

  /// Takes another attempt from the budget.
  ///
  /// - Returns: Whether there was one, or there is no budget.
  func takeRetry() -> Bool { budget?.takeRetry() ?? true }

  /// Takes another attempt, if the policy allows it after the failed one.
  ///
  /// - Returns: Whether another attempt follows.
  package func takeRetry(after attempt: Int, error: any Error) -> Bool {
    allowsRetry(after: attempt, error: error) && takeRetry()
  }

  /// Returns this policy with pauses that an error can make longer.
  ///
  /// ```swift
  /// let patient = RetryPolicy(attempts: 5, backoff: .constant(.seconds(1)))
  ///   .pausing { error, _ in error is ConnectionLost ? .seconds(10) : nil }
  /// ```
  ///
  /// Every retry respects such a pause; see ``pause(after:error:)``.
  ///
  /// - Parameter pause: Returns the shortest pause after an error, or `nil` to use that of the
  ///   backoff alone; receives the number of the attempt that failed, counted from 1.
  /// - Returns: The policy.
  public func pausing(
    _ pause: @escaping @Sendable (_ error: any Error, _ attempt: Int) -> Duration?
  ) -> RetryPolicy {
    var policy = self
    policy.wanted = pause
    return policy
  }

  /// The pause after a failed attempt: that of the backoff, with jitter, or a longer one that
  /// ``pausing(_:)`` takes from the error.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, counted from 1.
  ///   - error: What it failed with; `nil` for the pause of the backoff.
  /// - Returns: A duration of zero or more.
  public func pause(after attempt: Int, error: (any Error)? = nil) -> Duration {
    let longer = error.flatMap { wanted?($0, attempt) } ?? .zero
    return max(backoffPause(after: attempt), min(longer, .longestTimer))
  }

  private func backoffPause(after attempt: Int) -> Duration {
    let pause = min(backoff.pause(attempt), .longestTimer)
    if jitter == .none { return pause }
    let drawn = random()
    let chance = drawn > 0 ? min(drawn, 1) : 0
    return pause * (1 - jitter.share) + pause * (jitter.share * chance)
  }
}
