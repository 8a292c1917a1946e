/// The attempts of one `retry` with an asynchronous closure: a task that makes one after another.
///
/// The result holds the attempts until it settles, and the task holds both while it runs. Nothing
/// here is generic, so that nothing is looked up at run time: code that depends on the types is
/// compiled in the module of the client.
@usableFromInline
final class RetryTask: Sendable {
  private struct State {
    var task: Task<Void, any Error>?
    /// The scope of the attempt that runs, or of the last one.
    var scope: CancellationCore?
    var pause: Pause?
    /// Whether the result has settled otherwise: no further attempt starts.
    var isOver = false
    /// Whether attempts run in a scope that is cancelled, as the result ignores its token.
    var isCancelled = false
  }

  @usableFromInline let result: Cell
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let state = Locked(State())

  /// Creates the attempts for a result.
  ///
  /// - Parameters:
  ///   - policy: Decides what follows an attempt that has failed.
  ///   - clock: The clock for the pauses.
  ///   - result: The result.
  @usableFromInline
  init(_ policy: RetryPolicy, clock: any Clock<Duration>, for result: Cell) {
    self.policy = policy
    self.clock = clock
    self.result = result
    // The first observer: the attempt has been stopped when other observers learn that the result
    // was cancelled.
    result.observe(ignoresFailure: true) { source, _ in
      if !source.isSuccess { self.stop() }
      return .none
    }
  }

  /// Stores the task, and ties it and the result to a token.
  ///
  /// - Parameters:
  ///   - task: The task that makes the attempts.
  ///   - token: The token.
  ///   - failure: The error type of the result; `nil` to cancel the attempts alone.
  @usableFromInline
  func tie(
    _ task: Task<Void, any Error>,
    to token: CancellationToken,
    as failure: (any Error.Type)?
  ) {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isCancelled { task.cancel() }
    if !token.isNever { result.tie(to: token, as: failure) { self.cancel() } }
  }

  // MARK: Attempts

  /// Opens the scope of an attempt, unless the result has settled otherwise.
  @usableFromInline
  func enter() -> CancellationCore? {
    let scope = CancellationCore()
    var next: CancellationCore? = scope
    let (isOver, isCancelled, old) = state.withLock { state in
      if !state.isOver { swap(&state.scope, &next) }
      // Released outside the lock.
      return (state.isOver, state.isCancelled, state.pause.take())
    }
    withExtendedLifetime(old) {}
    if isOver { return nil }
    if isCancelled { _ = scope.cancel() }
    return scope
  }

  /// Whether an attempt follows one that has failed.
  @usableFromInline
  func allowsRetry(after attempt: Int, error: any Error) -> Bool {
    policy.allowsRetry(after: attempt, error: error)
  }

  /// Waits between two attempts.
  ///
  /// - Returns: Whether the time has passed; false if the result has settled, or if the timer never
  ///   fires.
  @usableFromInline
  nonisolated(nonsending) func wait(after attempt: Int, error: any Error) async -> Bool {
    let duration = policy.pause(after: attempt, error: error)
    if duration == .zero { return true }
    return await withUnsafeContinuation { continuation in
      let pause = Pause(continuation)
      let isOver = state.withLock { state in
        if !state.isOver { state.pause = pause }
        return state.isOver
      }
      if isOver { return pause.end(hasPassed: false) }
      // The only reference to it: a clock that drops the timer ends the pause, too.
      let end = PauseEnd(of: pause)
      pause.keep(startTimer(after: duration, clock: clock) { end.pause.end(hasPassed: true) })
    }
  }

  // MARK: Ending

  /// Ends the attempt that runs, and the pause, if the result has settled.
  private func stop() {
    let old = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    old.task?.cancel()
    _ = old.scope?.cancel()
    old.pause?.end(hasPassed: false)
  }

  /// Cancels the attempt that runs; the result waits for it, and the policy decides what follows.
  private func cancel() {
    let (task, scope) = state.withLock { state in
      state.isCancelled = true
      return (state.task, state.scope)
    }
    task?.cancel()
    _ = scope?.cancel()
  }
}

/// A task between two attempts, which is resumed once.
private final class Pause: Sendable {
  private struct State {
    var continuation: UnsafeContinuation<Bool, Never>?
    var timer: ScheduledTimer?
  }

  private let state: Locked<State>

  init(_ continuation: UnsafeContinuation<Bool, Never>) {
    state = Locked(State(continuation: continuation))
  }

  /// Stores the timer, unless the pause has ended while the timer was being created.
  func keep(_ timer: ScheduledTimer?) {
    let isOver = state.withLock { state in
      if state.continuation != nil { state.timer = timer }
      return state.continuation == nil
    }
    if isOver { timer?.cancel() }
  }

  /// Removes the timer and resumes the task.
  func end(hasPassed: Bool) {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    old.timer?.cancel()
    old.continuation?.resume(returning: hasPassed)
  }
}

/// The object that the timer of a pause retains.
private final class PauseEnd: Sendable {
  let pause: Pause

  init(of pause: Pause) { self.pause = pause }

  deinit { pause.end(hasPassed: false) }
}

extension Future {
  /// Returns a future of a task that tries `body` until it succeeds or the policy gives up.
  @inlinable
  static func retryInTask(
    _ policy: RetryPolicy,
    clock: any Clock<Duration>,
    cancellation token: CancellationToken,
    _ body: @escaping @Sendable @isolated(any) (_ attempt: Int) async throws(Failure) -> Value
  ) -> Future {
    let result = PromiseCell()
    let heeded = token.heeded(by: Failure.self)
    if result.isCancelled(before: heeded, as: Failure.self) { return Future(cell: result) }
    let attempts = RetryTask(policy, clock: clock, for: result)
    // Each attempt has its own scope, and the policy is consulted outside of any scope.
    let task = CancellationToken.never.asCurrent {
      // As in `Future(operation:)`.
      if let executor = TaskHome.executor {
        Task<Void, any Error>(executorPreference: executor) { @concurrent in
          await attempts.run(isolation: body.isolation, body)
        }
      } else {
        Task<Void, any Error> { @concurrent in
          await attempts.run(isolation: body.isolation, body)
        }
      }
    }
    attempts.tie(task, to: token, as: heeded.isNever ? nil : Failure.self)
    return Future(cell: result)
  }
}

extension RetryTask {
  /// Makes the attempts, and settles the result, on the actor of `body`.
  @inlinable
  @inline(__always)
  func run<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)?,
    _ body: @Sendable @isolated(any) (_ attempt: Int) async throws(Failure) -> Value
  ) async {
    var number = 1
    while let scope = enter() {
      let attempt = number
      let outcome = await CurrentScope.outcome(in: scope) { () async throws(Failure) in
        try await body(attempt)
      }
      _ = scope.cancel()
      switch outcome {
      case .success(let value):
        return result.finish(value)
      case .failure(let error):
        guard allowsRetry(after: number, error: error) else {
          return result.finish(failing: error, as: Failure.self)
        }
        if await !wait(after: number, error: error) { return }
        number += 1
      }
    }
  }
}
