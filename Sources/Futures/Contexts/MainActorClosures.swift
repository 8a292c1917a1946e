// Closures for the main actor, called from jobs on the main queue. The main queue is the main actor's
// executor on every platform, so being on one is being on the other; `assumeIsolated` checks it.

/// Calls a closure of the main actor from a job on the main queue.
func onMainActor<Input: Sendable, Output: Sendable>(
  _ input: Input,
  _ body: @escaping @MainActor @Sendable (Input) -> Output
) -> Output {
  MainActor.assumeIsolated { body(input) }
}

/// Calls a throwing closure of the main actor from a job on the main queue.
func onMainActor<Input: Sendable, Output: Sendable>(
  _ input: Input,
  throwing body: @escaping @MainActor @Sendable (Input) throws -> Output
) throws -> Output {
  try MainActor.assumeIsolated { try body(input) }
}
