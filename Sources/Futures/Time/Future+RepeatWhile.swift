extension Future where Value == Void {
  /// Repeats work for as long as a condition holds.
  ///
  /// Takes constant stack and memory, however many rounds there are and whether they settle at once
  /// or later. What Bolts for Android calls `continueWhile`.
  ///
  /// - Parameters:
  ///   - token: Looked at before each round; once cancelled, the result is cancelled at once.
  ///   - condition: Asked before each round. Runs where it is written.
  ///   - body: Starts a round. The next one starts when its future has succeeded; a failure ends
  ///     the loop. Runs where it is written.
  /// - Returns: A future that succeeds when the condition no longer holds.
  public static func repeatWhile(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ condition: @escaping @Sendable @isolated(any) () -> Bool,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Future<Void, Failure>
  ) -> Future<Void, Failure> {
    let home = ExecutionContext(isolation: condition.isolation)
    let bodyHome = ExecutionContext(isolation: body.isolation)
    let isElsewhere = body.isolation !== condition.isolation
    let condition = withoutIsolation(condition)
    let body = withoutIsolation(body)
    return Rounds.run(on: home, cancellation: token) {
      guard condition() else { return nil }
      return isElsewhere ? startWork(on: bodyHome, cancellation: token, body) : body()
    }
  }

  /// Repeats work for as long as a condition holds, on a context of your choice.
  ///
  /// Takes constant stack and memory, however many rounds there are and whether they settle at once
  /// or later. What Bolts for Android calls `continueWhile`.
  ///
  /// - Parameters:
  ///   - context: Where `condition` and `body` run. The compiler rejects a closure that uses
  ///     isolated state.
  ///   - token: Looked at before each round; once cancelled, the result is cancelled at once.
  ///   - condition: Asked before each round.
  ///   - body: Starts a round. The next one starts when its future has succeeded; a failure ends
  ///     the loop.
  /// - Returns: A future that succeeds when the condition no longer holds.
  public static func repeatWhile(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ condition: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable () -> Future<Void, Failure>
  ) -> Future<Void, Failure> {
    Rounds.run(on: context, cancellation: token) { condition() ? body() : nil }
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Repeats work for as long as a condition holds, with closures that may throw.
  ///
  /// What `condition` or `body` throws fails the result. Otherwise like the other `repeatWhile`.
  ///
  /// - Parameters:
  ///   - token: Looked at before each round; once cancelled, the result is cancelled at once.
  ///   - condition: Asked before each round.
  ///   - body: Starts a round. The next one starts when its future has succeeded; a failure ends
  ///     the loop. Runs where it is written.
  /// - Returns: A future that succeeds when the condition no longer holds.
  @_disfavoredOverload
  public static func repeatWhile(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ condition: @escaping @Sendable @isolated(any) () throws -> Bool,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () throws -> Future
  ) -> Future {
    let home = ExecutionContext(isolation: condition.isolation)
    let bodyHome = ExecutionContext(isolation: body.isolation)
    let isElsewhere = body.isolation !== condition.isolation
    let condition = withoutIsolation(condition)
    let throwingBody = withoutIsolation(body)
    let body: @Sendable () -> Future = { Future(catching: throwingBody) }
    return Rounds.run(on: home, cancellation: token) {
      do { guard try condition() else { return nil } } catch { return Future(error: error) }
      return isElsewhere ? startWork(on: bodyHome, cancellation: token, body) : body()
    }
  }

  /// Repeats work for as long as a condition holds, with closures that may throw, on a context of
  /// your choice.
  ///
  /// What `condition` or `body` throws fails the result. Otherwise like the other `repeatWhile`.
  ///
  /// - Parameters:
  ///   - context: Where `condition` and `body` run. The compiler rejects a closure that uses
  ///     isolated state.
  ///   - token: Looked at before each round; once cancelled, the result is cancelled at once.
  ///   - condition: Asked before each round.
  ///   - body: Starts a round. The next one starts when its future has succeeded; a failure ends
  ///     the loop.
  /// - Returns: A future that succeeds when the condition no longer holds.
  @_disfavoredOverload
  public static func repeatWhile(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ condition: @escaping @Sendable () throws -> Bool,
    _ body: @escaping @Sendable () throws -> Future
  ) -> Future {
    Rounds.run(on: context, cancellation: token) {
      do { return try condition() ? try body() : nil } catch { return Future(error: error) }
    }
  }
}

/// The rounds of one `repeatWhile`.
private final class Rounds<Failure: Error>: Governed {
  private struct State {
    /// Starts a round if there shall be one; gone once there are to be no more.
    var next: (@Sendable () -> Future<Void, Failure>?)?
  }

  private let context: ExecutionContext
  private let result = Cell.undecided()
  private let state: Locked<State>

  /// Runs rounds until `next` has none to offer.
  static func run(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ next: @escaping @Sendable () -> Future<Void, Failure>?
  ) -> Future<Void, Failure> {
    let rounds = Rounds(context: context, next: next)
    rounds.result.govern(rounds, on: context, cancellation: token, as: Failure.self)
    rounds.start()
    return Future(cell: rounds.result)
  }

  private init(
    context: ExecutionContext,
    next: @escaping @Sendable () -> Future<Void, Failure>?
  ) {
    self.context = context
    state = Locked(State(next: next))
  }

  func stop() {
    // Released outside the lock.
    let old = state.withLock { state in
      defer { state.next = nil }
      return state
    }
    withExtendedLifetime(old) {}
  }

  /// Starts the next round on the context.
  private func start() {
    if state.withLock({ $0.next == nil }) { return }
    guard !context.isInline else { return goOn() }
    // A derived cell on the way, so that a dropped or muted job is dealt with as everywhere.
    Future<Void, Failure>(value: ()).map(on: context) { self.goOn() }
      .cell.observe { [result] source, _ in
        if !source.isSuccess { result.finish(failingLike: source, as: Failure.self) }
        return .none
      }
  }

  /// Goes through rounds that settle at once in a loop, and waits for the first that does not.
  private func goOn() {
    while let next = state.withLock({ $0 }).next {
      guard let round = next()?.cell else { return result.finish(()) }
      if round.isSuccess && context.isInline { continue }
      round.observe { source, _ in
        if source.isSuccess {
          self.start()
        } else {
          self.result.finish(failingLike: source, as: Failure.self)
        }
        return .none
      }
      return
    }
  }
}
