extension Future {
  /// Tries work until it succeeds, or until the policy gives up.
  ///
  /// ```swift
  /// let policy = RetryPolicy(attempts: 4, backoff: .constant(.seconds(1)))
  /// let page = Future.retry(policy) { attempt in
  ///   download(url)
  /// }
  /// ```
  ///
  /// ![Two attempts fail, the third succeeds, with longer and longer pauses.](retry)
  ///
  /// Attempts run one after another, in constant memory regardless of their number. Each has its
  /// own scope. When the attempt is over or the result settles, the scope is cancelled, and with it
  /// everything that the attempt has started. Cancellation, of an attempt or of the result, is
  /// final.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no further attempt starts, and the current attempt and the result
  ///     are cancelled; by default, the token of the current scope.
  ///   - body: Starts an attempt; receives its number, counted from 1. Runs where it is written.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (_ attempt: Int) -> Future
  ) -> Future {
    retry(
      policy,
      clock: clock,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Tries work until it succeeds, or until the policy gives up, on a context of your choice.
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (_ attempt: Int) -> Future
  ) -> Future {
    let result = Cell.undecided()
    let heeded = token.heeded(by: Failure.self)
    let attempts = Attempts<Value, Failure>(
      policy: policy,
      clock: clock,
      result: result,
      context: context,
      token: heeded,
      scopeParent: token.unheeded(by: Failure.self),
      body: body
    )
    result.govern(attempts, on: context, cancellation: heeded, as: Failure.self)
    attempts.start(1)
    return Future(cell: result)
  }
}

// Closures that throw have separate overloads: where nothing else determines the error type, the
// compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
// `Future.retry { _ in load() }` would not compile with this overload alone.
extension Future {
  /// Tries work until it succeeds, or until the policy gives up, with a closure that may throw.
  ///
  /// An error that `body` throws fails the attempt. Otherwise like the other `retry`.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no further attempt starts, and the current attempt and the result
  ///     are cancelled; by default, the token of the current scope.
  ///   - body: Starts an attempt, or throws; receives its number, counted from 1. Runs where it is
  ///     written.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  @_disfavoredOverload
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ attempt: Int) throws(Failure) -> Future
  ) -> Future {
    retry(
      policy,
      clock: clock,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Tries work until it succeeds, or until the policy gives up, with a closure that may throw, on
  /// a context of your choice.
  @_disfavoredOverload
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (_ attempt: Int) throws(Failure) -> Future
  ) -> Future {
    retry(policy, clock: clock, on: context, cancellation: token) { attempt in
      Future(catching: { () throws(Failure) in try body(attempt) })
    }
  }
}

/// The attempts of one `retry`.
private final class Attempts<Value: Sendable, Failure: Error>: Governed {
  private struct State {
    var timer: ScheduledTimer?
    /// The attempt that runs or is being waited for.
    var attempt = 0
    /// The scope of that attempt.
    var scope: WorkScope?
    /// The observation that waits for that attempt.
    var observation: Observation?
    /// Where the next attempt starts; `nil` before the first one, which the caller starts.
    var task: HeldTask?
    /// Starts an attempt; `nil` after the last one.
    var body: (@Sendable (Int) -> Future<Value, Failure>)?
  }

  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let result: Cell
  private let context: ExecutionContext
  private let token: CancellationToken
  private let scopeParent: CancellationToken
  private let state: Locked<State>

  init(
    policy: RetryPolicy,
    clock: any Clock<Duration>,
    result: Cell,
    context: ExecutionContext,
    token: CancellationToken,
    scopeParent: CancellationToken,
    body: @escaping @Sendable (Int) -> Future<Value, Failure>
  ) {
    self.policy = policy
    self.clock = clock
    self.result = result
    self.context = context
    self.token = token
    self.scopeParent = scopeParent
    state = Locked(State(body: body))
  }

  func start(_ number: Int) {
    let scope = WorkScope(in: scopeParent)
    let old = state.withLock { state in
      defer {
        state.timer = nil
        state.task = nil
        state.attempt = number
        if state.body != nil { state.scope = scope }
      }
      return state
    }
    guard let body = old.body else { return }
    let work = startWork(on: context, cancellation: token, in: old.task) {
      let work = scope.run { body(number) }
      if !work.cell.isSuccess { self.holdTask(after: number) }
      return work
    }
    let end: Step = { source, _ in
      scope.end()
      self.ended(number, source)
      return .none
    }
    if work.cell.isSettled { return work.cell.observe(end) }
    let isLink = linksWork(on: context, cancellation: token)
    let observation = Observation(of: work.cell, link: isLink ? Failure.self : nil, end)
    let isOver = state.withLock { state in
      if state.attempt == number && state.body != nil { state.observation = observation }
      return state.body == nil
    }
    if isOver { observation.end() }
  }

  /// Holds a task with the task-local values of the caller for the attempt after `number`.
  private func holdTask(after number: Int) {
    if number >= policy.attempts { return }
    let task = HeldTask()
    state.withLock { state in
      if state.body != nil && state.attempt == number { state.task = task }
    }
  }

  private func ended(_ number: Int, _ source: Cell) {
    if state.withLock({ $0.body == nil }) { return }
    guard case .failure(let error) = Future<Value, Failure>(cell: source).currentResult,
      policy.allowsRetry(after: number, error: error)
    else {
      ThreadState.run(result, result.forward(from: source, failure: Failure.self))
      return
    }
    let pause = policy.pause(after: number, error: error)
    if pause == .zero { return start(number + 1) }
    let timer = startTimer(after: pause, clock: clock) { self.start(number + 1) }
    // The timer may have fired by now, and the next attempt may have set its own.
    let isOver = state.withLock { state in
      if state.attempt == number && state.body != nil { state.timer = timer }
      return state.body == nil
    }
    if isOver { timer?.cancel() }
  }

  func stop() {
    // Released outside the lock.
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    old.timer?.cancel()
    old.observation?.end()
    old.scope?.end()
  }
}
