/// Runs asynchronous work, and runs it once more if it takes long, for the first success.
///
/// ```swift
/// let page = try await withHedge(after: .milliseconds(80)) {
///   try await client.page(url)
/// }
/// ```
///
/// Use it where a few calls take much longer than the others, with a delay that most calls do not
/// reach, such as the 95th percentile. All attempts do the same work, some of them at the same
/// time: it must be safe to repeat.
///
/// The first attempt begins at once, and each further one a delay after the one before:
///
/// - The first success ends the call and cancels the other attempts.
/// - A failure ends the call if no other attempt runs, with the error of the one that failed last.
///   To try again after a failure, use ``withRetry(_:clock:_:)->Value``.
///
/// Attempts run in new tasks, each with its own scope, as in ``withRace(_:or:)->Value``: the call
/// returns at once, even if a loser ignores its cancellation. Cancelling the calling task, or the
/// current scope, cancels all attempts, and so does the ``Deadline``.
///
/// ``RetryPolicy/currentAttempt`` is the number of the attempt, to call another server the second
/// time. A ``RetryBudget`` limits the additional attempts while all calls are slow.
///
/// - Parameters:
///   - delay: How long to wait for an attempt before the next one begins.
///   - attempts: The most attempts to make, the first one included. Clamped to 1 or more.
///   - budget: The budget that further attempts are taken from, as retries; `nil` for no limit.
///   - clock: The clock for the delay.
///   - work: An attempt. It runs where it is written: on the actor of the code that passes it, or
///     on the global executor if that code is nonisolated.
/// - Returns: The value of the first attempt that succeeds.
/// - Throws: The error of the attempt that fails last, or `CancellationError`.
@inlinable
public nonisolated(nonsending) func withHedge<Value: Sendable>(
  after delay: Duration,
  attempts: Int = 2,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  @_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  let future = Future<Value, any Error>(cell: PromiseCell())
  let hedge = Hedge(after: delay, attempts: attempts, budget, clock)
  let attempt: @Sendable () async throws -> Value = {
    do {
      return try await settle(work())
    } catch {
      if hedge.ends() { throw error }
      // Another attempt decides.
      return try await future.value
    }
  }
  let start = { (number: Int) -> CancellationCore in
    RetryPolicy.inAttempt(number, countedBy: budget) {
      Future.start(attempt, for: future.cell, cancellation: .current)
    }
  }
  if !future.cell.isCancelled(before: .current, as: (any Error).self) {
    var scopes = [start(1)]
    while let pause = hedge.pause(after: scopes.count, for: future.cell) {
      await scopes.escalating { await pause.wait { future.cancelIfPossible() } }
      if !hedge.begins(for: future.cell) { break }
      scopes.append(start(scopes.count + 1))
    }
    await scopes.escalating { await future.cell.wait { future.cancelIfPossible() } }
  }
  return try await future.valueOrCancel()
}

/// The attempts of one call of `withHedge`.
@usableFromInline
final class Hedge: Sendable {
  private let delay: Duration
  private let attempts: Int
  private let budget: RetryBudget?
  private let clock: any Clock<Duration>
  /// The number of attempts that run; zero once all have failed.
  private let running = Locked(1)

  @usableFromInline
  init(
    after delay: Duration,
    attempts: Int,
    _ budget: RetryBudget?,
    _ clock: any Clock<Duration>
  ) {
    self.delay = delay
    self.attempts = attempts
    self.budget = budget
    self.clock = clock
    budget?.addCall()
  }

  /// Starts the pause after an attempt.
  ///
  /// - Returns: A cell that settles after the delay, or with the result; `nil` after the last
  ///   attempt.
  @usableFromInline
  func pause(after number: Int, for result: Cell) -> Cell? {
    if number >= attempts { return nil }
    let pause = PromiseCell()
    let timer = startTimer(after: delay, clock: clock) { pause.finish(()) }
    result.whenSettled {
      timer?.cancel()
      pause.finish(())
    }
    return pause
  }

  /// Begins another attempt, if the result is still open.
  ///
  /// - Returns: Whether it begins.
  @usableFromInline
  func begins(for result: Cell) -> Bool {
    if result.isSettled || budget?.takeRetry() == false { return false }
    return running.withLock { running in
      // The last one has failed meanwhile.
      if running == 0 { return false }
      running += 1
      return true
    }
  }

  /// Ends an attempt that has failed.
  ///
  /// - Returns: Whether it was the last one.
  @usableFromInline
  func ends() -> Bool {
    running.withLock { running in
      running -= 1
      return running == 0
    }
  }
}
