extension ConcurrencyLimit {
  /// Starts work as soon as the limit allows.
  ///
  /// ```swift
  /// let page = connections.run { download(url) }
  /// ```
  ///
  /// If there is room, `body` is called at once. Cancelling the returned future removes a waiting
  /// call; for a call in progress, it cancels the future that `body` returned, and the next call
  /// starts when that future has settled. A future of `any Error` fails with ``LimitExceeded``; a
  /// call whose error type cannot hold it always waits.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work. Called at most once, and released then. Runs where it is written.
  /// - Returns: A future with the outcome of the work.
  public func run<Value, Failure>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    run(
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work as soon as the limit allows, on a context of your choice.
  package func run<Value, Failure>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable () -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    let parent = token.unheeded(by: Failure.self)
    let call = LimitedCall<Value, Failure>(on: context, in: parent) { _ in body() }
    let heeded = token.heeded(by: Failure.self)
    call.result.govern(call, on: context, cancellation: heeded, as: Failure.self)
    call.enter(self)
    return Future(cell: call.result)
  }

  // Closures that throw have separate overloads: where nothing else determines the error type, the
  // compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
  // `limit.run { load() }` would not compile with this overload alone.

  /// Starts work with a closure that may throw as soon as the limit allows.
  ///
  /// An error that `body` throws fails the returned future. Otherwise like the other `run`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work, or throws. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future with the outcome of the work.
  @_disfavoredOverload
  public func run<Value, Failure>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    let context = ExecutionContext(isolation: body.isolation)
    let body = withoutIsolation(throwing: body)
    return run(on: context, cancellation: token) { Future<Value, Failure>(catching: body) }
  }

  /// Runs asynchronous work as soon as the limit allows.
  ///
  /// ```swift
  /// let page = try await connections.withPermit {
  ///   try await client.page(at: url)
  /// }
  /// ```
  ///
  /// ![A task that is cancelled leaves the line, and the next one takes its turn.](withPermit)
  ///
  /// - Parameters:
  ///   - priority: How urgent the call is while it waits. You can raise it meanwhile. Without one,
  ///     the call counts as `.medium`.
  ///   - body: The work. It runs in the current task, where the caller runs. When it returns or
  ///     throws, the next call starts.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; without running it, ``LimitExceeded``, or `CancellationError` if
  ///   the current task was cancelled before its turn.
  @inlinable
  public nonisolated(nonsending) func withPermit<Value>(
    priority: PermitPriority? = nil,
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    // With room, it is the turn of this call before the cancellation handler runs.
    try Task.checkCancellation()
    if !takePlace() { try await waitForPlace(priority) }
    defer { passOn() }
    return try await settle(body())
  }

  @usableFromInline
  nonisolated(nonsending) func waitForPlace(_ priority: PermitPriority?) async throws {
    let value = priority?.value ?? .medium
    switch takeTurn(at: value, canFail: true) {
    case .placed: return
    case .refused: throw LimitExceeded()
    case .waiting(let turn):
      priority?.add(turn, waitingAt: value)
      defer { priority?.remove(turn) }
      let end = await withTaskCancellationHandler {
        await turn.wait()
      } onCancel: {
        turn.leave()
      }
      switch end {
      case .come: return
      case .left: throw CancellationError()
      case .late: throw LimitExceeded()
      }
    }
  }

  /// Starts work as soon as the limit allows, and waits for it.
  ///
  /// The next call starts when the future that `body` returns has settled, also if the current task
  /// is cancelled and stops waiting for it. Otherwise the same as the other `withPermit`.
  ///
  /// - Parameters:
  ///   - priority: How urgent the call is while it waits.
  ///   - body: Starts the work. It runs in the current task, where the caller runs.
  /// - Returns: The value of the future.
  /// - Throws: What `body` throws, or the error of the future; without running `body`,
  ///   ``LimitExceeded``, or `CancellationError` if the current task was cancelled before its turn.
  public nonisolated(nonsending) func withPermit<Work: FutureProtocol>(
    priority: PermitPriority? = nil,
    _ body: nonisolated(nonsending) () async throws -> Work
  ) async throws -> Work.Value {
    try Task.checkCancellation()
    if !takePlace() { try await waitForPlace(priority) }
    let future: Future<Work.Value, Work.Failure>
    do {
      future = try await body()._future
    } catch {
      passOn()
      throw error
    }
    defer {
      if future.cell.isSettled { passOn() } else { future.cell.whenSettled { self.passOn() } }
    }
    return try await future.erasedValue
  }
}

/// Work that waits for its turn, or is in progress.
private final class LimitedCall<Value: Sendable, Failure: Error>: Governed {
  private struct State {
    /// Starts the work; `nil` once it was called or must no longer be called.
    var body: (@Sendable (CancellationToken) -> Future<Value, Failure>)?
    /// What the call waits for.
    var turn: Turn?
  }

  let result = Cell.undecided()
  private let context: ExecutionContext
  private let scope: CancellationSource
  private let state: Locked<State>

  init(
    on context: ExecutionContext,
    in parent: CancellationToken,
    _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
  ) {
    self.context = context
    scope = CancellationSource(linkedTo: parent)
    state = Locked(State(body: body))
  }

  func enter(_ limit: ConcurrencyLimit) {
    if state.withLock({ $0.body == nil }) { return }
    if let permit = limit.takePermit() { return start(permit, in: nil) }
    let task = HeldTask()
    let exceeded = LimitExceeded() as? Failure
    let admission = limit.takeTurn(canFail: exceeded != nil) { end in
      switch end {
      case .come:
        let permit = Permit(of: limit)
        // As an observer, so that the engine keeps the stack constant if many pieces of work end at
        // once.
        Cell(value: ())
          .observe { _, _ in
            self.start(permit, in: task)
            return .none
          }
      case .late: self.refuse(with: exceeded)
      case .left: break
      }
    }
    switch admission {
    case .placed: start(Permit(of: limit), in: task)
    case .refused: refuse(with: exceeded)
    case .waiting(let turn):
      // It may have come since, or the call may no longer be wanted.
      let isWaiting = state.withLock { state in
        if state.body != nil { state.turn = turn }
        return state.body != nil
      }
      if !isWaiting { turn.leave() }
    }
  }

  private func refuse(with exceeded: Failure?) {
    if let exceeded { result.finish(failing: exceeded, as: Failure.self) }
  }

  func stop() {
    var old = takeAll()
    old.turn?.leave()
    context.release(old.body.take())
    scope.cancel()
  }

  private func start(_ permit: Permit, in task: HeldTask?) {
    guard let body = takeAll().body else { return permit.release() }
    let work = startInScope(
      of: scope.token,
      on: context,
      in: task,
      end: { [scope] in scope.cancel() }
    ) {
      token in
      let work = body(token)
      work.cell.whenSettled { permit.release() }
      return work
    }
    work.cell.observe { source, _ in
      ThreadState.run(self.result, self.result.forward(from: source, failure: Failure.self))
      return .none
    }
  }

  /// The caller releases what the call retains, outside the lock.
  private func takeAll() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
