extension Future {
  /// Tries work until it succeeds, or until the policy gives up.
  ///
  /// ```swift
  /// let page = Future.retry(RetryPolicy(attempts: 4, backoff: .constant(.seconds(1)))) { attempt in
  ///   download(url)
  /// }
  /// ```
  ///
  /// Attempts run one after another and leave nothing behind: any number of them takes constant memory.
  /// Cancellation, of an attempt or of the result, is final.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - context: Where `body` runs; inline if you do not say, which means in this call for the first attempt
  ///     and on the clock's thread, or that of the failed attempt, for the others.
  ///   - token: Once cancelled, no attempt is started any more and the result is cancelled.
  ///   - body: Starts an attempt; gets its number, counted from 1.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ body: @escaping @Sendable (_ attempt: Int) -> Future
  ) -> Future {
    let result = Cell.undecided()
    let attempts = Attempts<Value, Failure>(policy: policy, clock: clock, result: result) {
      number in
      startWork(on: context, cancellation: token) { body(number) }
    }
    result.settle(with: token, as: Failure.self)
    let weakAttempts = Weak(attempts)
    result.whenSettled { weakAttempts.object?.stop() }
    attempts.start(1)
    return Future(cell: result)
  }
}

extension Future where Failure == any Error {
  /// Tries work until it succeeds, or until the policy gives up, with a closure that may throw.
  ///
  /// What `body` throws fails the attempt. Otherwise like the other `retry`.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - context: Where `body` runs; inline if you do not say.
  ///   - token: Once cancelled, no attempt is started any more and the result is cancelled.
  ///   - body: Starts an attempt, or throws; gets its number, counted from 1.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  @_disfavoredOverload
  public static func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ body: @escaping @Sendable (_ attempt: Int) throws -> Future
  ) -> Future {
    retry(policy, clock: clock, on: context, cancellation: token) { attempt in
      Future(catching: { try body(attempt) })
    }
  }
}

/// The attempts of one `retry`.
private final class Attempts<Value: Sendable, Failure: Error>: Sendable {
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let result: Cell
  private let body: @Sendable (Int) -> Future<Value, Failure>
  private let pendingTimer = Locked<ScheduledTimer?>(nil)

  init(
    policy: RetryPolicy,
    clock: any Clock<Duration>,
    result: Cell,
    body: @escaping @Sendable (Int) -> Future<Value, Failure>
  ) {
    self.policy = policy
    self.clock = clock
    self.result = result
    self.body = body
  }

  func start(_ number: Int) {
    if result.isSettled { return }
    body(number).cell.observe(
      Cell(step: { source, _ in
        self.ended(number, source)
        return .none
      })
    )
  }

  private func ended(_ number: Int, _ source: Cell) {
    if result.isSettled { return }
    guard case .failure(let error) = Future<Value, Failure>(cell: source).result,
      policy.allowsRetry(after: number, error: error)
    else {
      ThreadState.run(result, result.forward(from: source, failure: Failure.self))
      return
    }
    let pause = policy.pause(after: number)
    if pause == .zero { return start(number + 1) }
    let timer = startTimer(after: pause, clock: clock) { self.start(number + 1) }
    pendingTimer.withLock { $0 = timer }
    if result.isSettled { timer.cancel() }
  }

  /// Removes the timer of a pause.
  func stop() { pendingTimer.withLock { $0 }?.cancel() }
}

extension Cell {
  /// Settles this cell with cancellation when `token` is cancelled.
  func settle<Failure: Error>(with token: CancellationToken, as failure: Failure.Type) {
    guard let core = token.core else { return }
    let weakSelf = Weak(self)
    hold([RegistrationTie(core.register { weakSelf.object?.settleCancelled(as: failure) })])
  }
}
