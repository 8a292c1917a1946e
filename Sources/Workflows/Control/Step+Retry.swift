public import Futures

extension Step {
  /// Runs this step again when it fails, as often as a policy allows.
  ///
  /// ```swift
  /// FetchData(url).retry(RetryPolicy(attempts: 4, backoff: .exponential(initial: .seconds(1))))
  /// ```
  ///
  /// Attempts run one after another, each with the same input; ``StepContext/attempt`` counts them,
  /// and each is a span of its own in the trace. Futures that an attempt has started and left
  /// running are cancelled when it is over. Cancellation is final: it is not tried again, and it
  /// ends a pause at once.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  /// - Returns: A step of the same name that fails with the error of the last attempt.
  public func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> some Step<Input, Output> {
    RetriedStep(base: self, policy: policy, clock: clock)
  }
}

private struct RetriedStep<Base: Step>: Step {
  let base: Base
  let policy: RetryPolicy
  let clock: any Clock<Duration>

  var name: String { base.name }
  var weight: Double { base.weight }

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    let parents = context.stepPath
    var attempt = 1
    while true {
      do {
        return try await withCancellationScope(linkedTo: context.cancellation) {
          try await context.record(
            base,
            input,
            attempt: attempt,
            range: context.range,
            parents: parents
          )
        }
      } catch  where policy.allowsRetry(after: attempt, error: error) {
        try context.throwIfCancelled()
        let pause = policy.pause(after: attempt)
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
  /// Waits, and cancels the future if the waiting ends without a value, so that nothing is left
  /// behind it.
  nonisolated(nonsending) func getOrCancel() async throws -> Value {
    do {
      return try await get()
    } catch {
      cancel()
      throw error
    }
  }
}
