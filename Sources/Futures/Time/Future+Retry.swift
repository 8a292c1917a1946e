extension Future {
  /// Starts work until it succeeds, or until the policy gives up.
  ///
  /// ```swift
  /// let policy = RetryPolicy(attempts: 4, backoff: .constant(.seconds(1)))
  /// let page = Future.retry(policy) { download(url) }
  /// ```
  ///
  /// The first attempt starts inside this call. Attempts run one after another, in constant memory
  /// regardless of their number. Each has its own scope. When the attempt is over or the result
  /// settles, the scope is cancelled, and with it everything that the attempt has started.
  /// Cancellation, of an attempt or of the result, is final.
  ///
  /// ``RetryPolicy/currentAttempt`` is the number of the attempt. For work that awaits, call
  /// ``withRetry(_:clock:_:)->Value`` in a `Future { … }`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no further attempt starts, and the current attempt and the result
  ///     are cancelled; by default, the token of the current scope.
  ///   - body: Starts an attempt. Runs where it is written.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Future
  ) -> Future {
    let context = ExecutionContext(isolation: body.isolation)
    let result = Cell.undecided()
    let heeded = token.heeded(by: Failure.self)
    let attempts = Attempts<Value, Failure>(
      policy: policy,
      clock: clock,
      result: result,
      context: context,
      token: heeded,
      scopeParent: token.unheeded(by: Failure.self),
      body: withoutIsolation(body)
    )
    result.govern(attempts, on: context, cancellation: heeded, as: Failure.self)
    policy.begin()
    attempts.start(1)
    return Future(cell: result)
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
    var body: (@Sendable () -> Future<Value, Failure>)?
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
    body: @escaping @Sendable () -> Future<Value, Failure>
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
      let work = scope.start {
        RetryPolicy.inAttempt(number, countedBy: self.policy.budget, body)
      }
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
      policy.takeRetry(after: number, error: error)
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
    var old = state.withLock { state in
      defer { state = State() }
      return state
    }
    old.timer?.cancel()
    old.observation?.end()
    context.release(old.body.take())
    old.scope?.end()
  }
}
