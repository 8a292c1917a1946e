/// Pieces of work that run concurrently, each in its own scope, for one result: the first outcome.
///
/// When the result settles, for any reason, the scopes end and the contest stops waiting for the
/// work. The result retains the contest, and the work in progress retains the result.
///
/// Invariant: a result that no work retains has settled when ``hold(cancellation:_:)`` returns.
/// The token refers to the result weakly, and raises its flag before it calls its observers. So
/// code that sees the flag and starts nothing may leave a result that is deallocated, together with
/// everything that waits for it, before the token reaches it: `flatMap` hands its waiters to the
/// result and keeps no other reference. The same holds wherever a flag is read before its observers
/// have run: the code that acts on the flag settles the cell, as
/// ``Cell/observe(_:on:cancellation:as:)`` and ``ContextCell/isForbidden()`` do.
final class Contest<Value: Sendable, Failure: Error>: Governed {
  private struct State {
    var scopes = WorkScopes()
    var observations: [Observation] = []
    var isOver = false
  }

  private let token: CancellationToken
  private let scopeParent: CancellationToken
  private let state = Locked(State())

  /// Creates a contest and its result.
  ///
  /// - Parameters:
  ///   - token: Cancels the result.
  ///   - body: Starts contenders, or adds work that has started.
  /// - Returns: The result.
  /// - Throws: What `body` throws.
  static func hold<Problem: Error>(
    cancellation token: CancellationToken,
    _ body: (_ contest: Contest, _ result: Cell) throws(Problem) -> Void
  ) throws(Problem) -> Future<Value, Failure> {
    let result = Cell.undecided()
    let contest = Contest(cancellation: token)
    result.govern(contest, on: .inline, cancellation: contest.token, as: Failure.self)
    result.whenSettled { withExtendedLifetime(contest) {} }
    try body(contest, result)
    if contest.token.isCancelled { result.settleCancelled(as: Failure.self) }
    return Future(cell: result)
  }

  private init(cancellation token: CancellationToken) {
    self.token = token.heeded(by: Failure.self)
    scopeParent = token.unheeded(by: Failure.self)
  }

  /// Starts a contender, unless the result has settled.
  func start(
    _ number: Int,
    for result: Cell,
    _ body: @escaping @Sendable () -> Future<Value, Failure>
  ) {
    guard let scope = enter(number) else { return }
    observe(
      startWork(on: .inline, cancellation: token) { scope.start(body) },
      isLink: linksWork(on: .inline, cancellation: token),
      for: result
    )
  }

  /// Opens a scope for a contender.
  ///
  /// - Returns: The scope, or `nil` if the result has settled, or will because its token is
  ///   cancelled: ``hold(cancellation:_:)`` settles it if the token is late to do so.
  func enter(_ number: Int) -> WorkScope? {
    if token.isCancelled || state.withLock({ $0.isOver }) { return nil }
    let scope = WorkScope(in: scopeParent)
    let isOver = state.withLock { state in
      if !state.isOver { state.scopes.add(scope, number) }
      return state.isOver
    }
    return isOver ? nil : scope
  }

  /// Settles the result with the outcome of a contender, if that is the first.
  ///
  /// - Parameters:
  ///   - work: The contender.
  ///   - isLink: Whether ``startWork(on:cancellation:in:_:)`` made the future, so that only this
  ///     observation needs it.
  ///   - result: The result.
  func observe(_ work: Future<Value, Failure>, isLink: Bool = false, for result: Cell) {
    let observation = Observation(of: work.cell, link: isLink ? Failure.self : nil) { source, _ in
      if source.isAbandoned { return .none }
      ThreadState.run(result, result.forward(from: source, failure: Failure.self))
      return .none
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.observations.append(observation) }
      return state.isOver
    }
    if isOver { observation.end() }
  }

  func stop() {
    // Released, and ended, outside the lock.
    let old = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    for observation in old.observations { observation.end() }
    old.scopes.end()
  }
}
