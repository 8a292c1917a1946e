public import Futures

extension Step {
  /// Returns a step that runs this one again when it fails, as often as a policy allows.
  ///
  /// ```swift
  /// FetchData(url).retry(RetryPolicy(attempts: 4, backoff: .exponential(initial: .seconds(1))))
  /// ```
  ///
  /// Attempts run one after another with the same input. ``StepContext/attempt`` counts them, and
  /// each has a span in the trace. The pause before the next one is
  /// `RetryPolicy.pause(after:error:)`: an error can request a longer one, as `Retry-After` does
  /// with `.transfers()`. When an attempt ends, futures that it has started and left running are
  /// cancelled. Cancellation is final: it ends a pause at once, and no attempt follows.
  ///
  /// - Parameters:
  ///   - policy: The policy: how often, after which pauses and after which errors to try again.
  ///   - clock: The clock that measures the pauses.
  /// - Returns: A step with the same name, which fails with the error of the last attempt.
  public func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> some Step<Input, Output> {
    RetriedStep(base: self, policy: policy, clock: clock)
  }
}

struct RetriedStep<Base: Step>: WrappingStep {
  let base: Base
  let policy: RetryPolicy
  let clock: any Clock<Duration>

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    let parents = context.pathAround
    policy.begin()
    // Attempts around checkpoints are counted in the store, so that another process continues the
    // count.
    let durability = base.outline.hasPlaces ? context.durability : nil
    var attempt = try await durability?.nextAttempt(at: context.place) ?? 1
    while true {
      do {
        return try await withCancellationScope(linkedTo: context.cancellation) {
          try await RetryPolicy.inAttempt(attempt, countedBy: policy.budget) {
            try await context.record(
              base,
              input,
              attempt: attempt,
              range: context.range,
              parents: parents
            )
          }
        }
      } catch  where policy.takeRetry(after: attempt, error: error) {
        try context.throwIfCancelled()
        let pause = policy.pause(after: attempt, error: error)
        if let durability {
          attempt = try await durability.nextAttempt(
            at: context.place,
            after: attempt,
            pause: pause
          )
          continue
        }
        if pause > .zero {
          let token = context.cancellation
          try await Future<Void, any Error>()
            .delay(pause, clock: clock, cancellation: token)
            .getOrCancel()
        }
        attempt += 1
      }
    }
  }
}

extension Future where Failure == any Error {
  /// Waits for the value, and cancels the future if the wait ends without one.
  nonisolated(nonsending) func getOrCancel() async throws -> Value {
    do {
      return try await value
    } catch {
      cancel()
      throw error
    }
  }
}
