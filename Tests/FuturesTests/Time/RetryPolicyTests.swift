import Futures
import Testing
import TestSupport

@Suite struct RetryPolicyTests {
  @Test func withoutABackOffThereIsNoPause() {
    let policy = RetryPolicy()
    #expect((1...5).map { policy.pause(after: $0) } == Array(repeating: .zero, count: 5))
    #expect(policy.attempts == 3)
  }

  @Test func aConstantBackOffIsTheSameEveryTime() {
    let policy = RetryPolicy(backoff: .constant(.milliseconds(250)))
    #expect(
      (1...3).map { policy.pause(after: $0) } == Array(repeating: .milliseconds(250), count: 3)
    )
  }

  @Test func aConstantBackOffIsAtMostTheLongestPause() {
    let policy = RetryPolicy(backoff: .constant(.seconds(Int64.max)))
    #expect(policy.pause(after: 1) == .seconds(9_000_000_000))
  }

  @Test func anExponentialBackOffDoubles() {
    let policy = RetryPolicy(backoff: .exponential(initial: .milliseconds(100)))
    let pauses = (1...5).map { policy.pause(after: $0) }
    #expect(pauses == [100, 200, 400, 800, 1600].map { .milliseconds($0) })
  }

  @Test func theMultiplierMayBeAnother() {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(1), multiplier: 3))
    #expect((1...3).map { policy.pause(after: $0) } == [.seconds(1), .seconds(3), .seconds(9)])
    let half = RetryPolicy(backoff: .exponential(initial: .seconds(2), multiplier: 1.5))
    #expect((1...3).map { half.pause(after: $0) } == [.seconds(2), .seconds(3), .seconds(4.5)])
  }

  @Test func theCapIsTheLongestPause() {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(1), cap: .seconds(5)))
    let pauses = (1...6).map { policy.pause(after: $0) }
    #expect(pauses == [1, 2, 4, 5, 5, 5].map { .seconds($0) })
  }

  @Test func theCapHoldsForTheFirstPauseToo() {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(9), cap: .seconds(5)))
    #expect(policy.pause(after: 1) == .seconds(5))
  }

  @Test func theCapIsAMinuteIfYouDoNotSay() {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(1)))
    #expect(policy.pause(after: 7) == .seconds(60))
    #expect(policy.pause(after: 6) == .seconds(32))
  }

  @Test(arguments: [Int.max, 100_000, 64])
  func noNumberOfAttemptsOverflows(_ attempt: Int) {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(1), cap: .seconds(5)))
    #expect(policy.pause(after: attempt) == .seconds(5))
    let huge = RetryPolicy(
      backoff: .exponential(
        initial: .nanoseconds(1),
        multiplier: .greatestFiniteMagnitude,
        cap: .seconds(Int64.max)
      )
    )
    #expect(huge.pause(after: attempt) == .seconds(9_000_000_000))
  }

  @Test func aTinyPauseGrowsToo() {
    let tiny = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let policy = RetryPolicy(backoff: .exponential(initial: tiny, multiplier: 1.2))
    #expect(policy.pause(after: 2) == tiny)
    #expect(policy.pause(after: 10) == Duration(secondsComponent: 0, attosecondsComponent: 5))
    #expect(policy.pause(after: 1_000) == .seconds(60))
  }

  /// Computed step by step, the last ones would take seconds or forever.
  @Test(arguments: [1_000_000, 1_000_000_000, Int.max])
  func aLateAttemptTakesNoLongerToPlan(_ attempt: Int) {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(1), multiplier: 1.00001))
    #expect(policy.pause(after: attempt) == .seconds(60))
    #expect(policy.pause(after: 100) > .seconds(1))
    #expect(policy.pause(after: 100) < .seconds(1.002))
  }

  @Test(arguments: [1, 0.5, 0, -2])
  func aMultiplierOfOneOrLessKeepsThePause(_ multiplier: Double) {
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(2), multiplier: multiplier))
    #expect((1...4).map { policy.pause(after: $0) } == Array(repeating: .seconds(2), count: 4))
  }

  @Test(arguments: [Double.nan, .infinity])
  func aMultiplierThatIsNoNumberDoesNotTrap(_ multiplier: Double) {
    let policy = RetryPolicy(
      backoff: .exponential(initial: .seconds(2), multiplier: multiplier, cap: .seconds(9))
    )
    for attempt in 1...4 {
      let pause = policy.pause(after: attempt)
      #expect(pause >= .seconds(2) && pause <= .seconds(9))
    }
  }

  @Test func negativeDurationsAreTakenAsZero() {
    #expect(RetryPolicy(backoff: .constant(.seconds(-1))).pause(after: 1) == .zero)
    let initial = RetryPolicy(backoff: .exponential(initial: .seconds(-1)))
    #expect(initial.pause(after: 3) == .zero)
    let cap = RetryPolicy(backoff: .exponential(initial: .seconds(1), cap: .seconds(-1)))
    #expect(cap.pause(after: 3) == .zero)
  }

  @Test func anotherAttemptIsAllowedWhileThereAreSomeLeftAndTheErrorIsWorthIt() {
    let policy = RetryPolicy(attempts: 3, shouldRetry: { error, _ in error is TestError })
    #expect(policy.allowsRetry(after: 1, error: TestError.first))
    #expect(policy.allowsRetry(after: 2, error: TestError.first))
    #expect(!policy.allowsRetry(after: 3, error: TestError.first))
    #expect(!policy.allowsRetry(after: 1, error: OtherError.other))
  }

  @Test func cancellationIsNeverWorthAnotherAttemptAndThePredicateIsNotAsked() {
    let asked = Counter()
    let policy = RetryPolicy(shouldRetry: { _, _ in asked.add() > 0 })
    #expect(!policy.allowsRetry(after: 1, error: CancellationError()))
    #expect(!policy.allowsRetry(after: 1, error: StoppableError.stopped))
    #expect(asked.value == 0)
    #expect(policy.allowsRetry(after: 1, error: StoppableError.failed))
  }

  @Test(arguments: [(0, Duration.zero), (0.25, .seconds(1)), (1, .seconds(4))])
  func fullJitterIsAnythingUpToThePause(_ chance: Double, _ expected: Duration) {
    let policy = RetryPolicy(backoff: .constant(.seconds(4)), jitter: .full, random: { chance })
    #expect(policy.pause(after: 1) == expected)
  }

  @Test(arguments: [(0, Duration.seconds(2)), (0.5, .seconds(3)), (1, .seconds(4))])
  func equalJitterKeepsHalfOfThePause(_ chance: Double, _ expected: Duration) {
    let policy = RetryPolicy(backoff: .constant(.seconds(4)), jitter: .equal, random: { chance })
    #expect(policy.pause(after: 1) == expected)
  }

  @Test func noJitterAsksForNoChance() {
    let asked = Counter()
    let policy = RetryPolicy(
      backoff: .constant(.seconds(4)),
      random: {
        asked.add()
        return 0.5
      }
    )
    #expect(policy.pause(after: 1) == .seconds(4))
    #expect(asked.value == 0)
  }

  @Test(arguments: [-5, 7, Double.infinity, .nan])
  func chanceOutsideItsRangeDoesNotLeaveTheBounds(_ chance: Double) {
    let policy = RetryPolicy(backoff: .constant(.seconds(4)), jitter: .equal, random: { chance })
    let pause = policy.pause(after: 1)
    #expect(pause >= .seconds(2) && pause <= .seconds(4))
  }

  @Test func theSystemsChanceStaysInBoundsAndVaries() {
    let full = RetryPolicy(backoff: .constant(.seconds(4)), jitter: .full)
    let equal = RetryPolicy(backoff: .constant(.seconds(4)), jitter: .equal)
    let fullPauses = (0..<200).map { _ in full.pause(after: 1) }
    let equalPauses = (0..<200).map { _ in equal.pause(after: 1) }
    #expect(fullPauses.allSatisfy { $0 >= .zero && $0 <= .seconds(4) })
    #expect(equalPauses.allSatisfy { $0 >= .seconds(2) && $0 <= .seconds(4) })
    #expect(Set(fullPauses).count > 1)
    #expect(Set(equalPauses).count > 1)
  }
}
