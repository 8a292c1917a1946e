// For the façade of Bolts. Elsewhere, a loop in a task does it.

extension Future where Value == Void {
  /// Repeats work for as long as a condition holds.
  ///
  /// Uses constant stack and memory, regardless of the number of rounds and of whether they settle
  /// at once or later. Each round has its own scope, which is cancelled when the round is over or
  /// the result settles. Semantics from `continueWhile` in Bolts for Android.
  ///
  /// - Parameters:
  ///   - context: Where both closures run, with the task-local values of the caller.
  ///   - token: Once cancelled, no further round starts, and the current round and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - condition: Called before each round. Its error ends the loop.
  ///   - body: Starts a round. The next one starts when its future has succeeded, with any value; a
  ///     failure ends the loop.
  /// - Returns: A future that succeeds when the condition no longer holds.
  package static func repeatWhile<Output>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ condition: @escaping @Sendable () throws(Failure) -> Bool,
    _ body: @escaping @Sendable () throws(Failure) -> Future<Output, Failure>
  ) -> Future {
    Rounds.run(on: context, cancellation: token) { scope in
      do throws(Failure) {
        guard try condition() else { return nil }
      } catch {
        return Future(error: error).cell
      }
      return scope.start { Future<Output, Failure>(catching: body) }.cell
    }
  }
}

/// The rounds of one `repeatWhile`.
private final class Rounds<Failure: Error>: Governed {
  private struct State {
    /// Starts a round, if there is another; `nil` once there are no more.
    var next: (@Sendable (WorkScope) -> Cell?)?
    /// The scope of the round that runs.
    var scope: WorkScope?
    /// The observation that waits for it.
    var observation: Observation?
    /// Where the next round starts; `nil` before the first one, which the caller starts.
    var task: HeldTask?
  }

  private let context: ExecutionContext
  private let scopeParent: CancellationToken
  private let result = Cell.undecided()
  private let state: Locked<State>

  /// Runs rounds until `next` returns none.
  static func run(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ next: @escaping @Sendable (WorkScope) -> Cell?
  ) -> Future<Void, Failure> {
    let rounds = Rounds(
      context: context,
      scopeParent: token.unheeded(by: Failure.self),
      next: next
    )
    let heeded = token.heeded(by: Failure.self)
    rounds.result.govern(rounds, on: context, cancellation: heeded, as: Failure.self)
    rounds.start()
    return Future(cell: rounds.result)
  }

  private init(
    context: ExecutionContext,
    scopeParent: CancellationToken,
    next: @escaping @Sendable (WorkScope) -> Cell?
  ) {
    self.context = context
    self.scopeParent = scopeParent
    state = Locked(State(next: next))
  }

  func stop() {
    // Released outside the lock.
    var old = state.withLock { state in
      defer { state = State() }
      return state
    }
    old.observation?.end()
    context.release(old.next.take())
    old.scope?.end()
  }

  /// Starts the next round on the context.
  private func start() {
    let old = state.withLock { state in
      defer { state.task = nil }
      return state
    }
    if old.next == nil { return }
    guard !context.isInline else { return inTask(old.task, on: context) { self.goOn() } }
    let task = old.task ?? .needed(on: context)
    // Through a derived cell, so that a dropped or muted job is handled as everywhere else.
    Future<Void, Failure>(value: ())
      .on(context).map { [context] in inTask(task, on: context) { self.goOn() } }
      .cell.observe { [result] source, _ in
        if !source.isSuccess { result.finish(failingLike: source, as: Failure.self) }
        return .none
      }
  }

  /// Runs rounds that settle at once in a loop, and waits for the first that does not.
  private func goOn() {
    while true {
      let scope = WorkScope(in: scopeParent)
      let state = state.withLock { state in
        if state.next != nil { state.scope = scope }
        return state
      }
      guard let next = state.next else { return }
      guard let round = next(scope) else { return result.finish(()) }
      if round.isSuccess && context.isInline {
        scope.end()
        continue
      }
      holdTask()
      wait(for: round, in: scope)
      return
    }
  }

  private func wait(for round: Cell, in scope: WorkScope) {
    let end: Step = { source, _ in
      scope.end()
      if source.isSuccess {
        self.start()
      } else {
        self.result.finish(failingLike: source, as: Failure.self)
      }
      return .none
    }
    if round.isSettled { return round.observe(end) }
    let observation = Observation(of: round, end)
    let isOver = state.withLock { state in
      if state.scope === scope { state.observation = observation }
      return state.next == nil
    }
    if isOver { observation.end() }
  }

  /// Holds a task with the task-local values of the caller for the next round.
  private func holdTask() {
    let task = HeldTask()
    state.withLock { state in
      if state.next != nil { state.task = task }
    }
  }
}
