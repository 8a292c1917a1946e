extension Sequence where Element: Sendable {
  /// Starts work for every element, at most so many at a time, and collects the values.
  ///
  /// ```swift
  /// let pages = urls.traverse(maxConcurrent: 4) { url in download(url) }
  /// ```
  ///
  /// Work is started in input order; when one piece ends, the next one starts. The values come in
  /// input order. The first failure in input order fails the result, and after any failure nothing
  /// new is started. No elements give an empty array at once.
  ///
  /// Each piece of work has a scope of its own, which is cancelled when the piece is over or the
  /// result settles: after a failure, what is still running stops.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    traverse(
      maxConcurrent: limit,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work for every element, at most so many at a time, and collects the values, on a
  /// context of your choice.
  ///
  /// ```swift
  /// let pages = urls.traverse(maxConcurrent: 4) { url in download(url) }
  /// ```
  ///
  /// Work is started in input order; when one piece ends, the next one starts. The values come in
  /// input order. The first failure in input order fails the result, and after any failure nothing
  /// new is started. No elements give an empty array at once.
  ///
  /// Each piece of work has a scope of its own, which is cancelled when the piece is over or the
  /// result settles: after a failure, what is still running stops.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - context: Where `body` runs. The compiler rejects a closure that uses isolated state.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (Element) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    if limit < 1 {
      Diagnostics.report(
        .invalidArgument,
        detail: "traverse(maxConcurrent:) takes 1 or more, not \(limit)"
      )
    }
    let result = Cell.undecided()
    let elements = Array(self)
    let collector = Collector(for: result, count: elements.count, policy: .inOrder) { ending in
      result.finish(collecting: ending, Output.self, Failure.self)
    }
    let heeded = token.heeded(by: Failure.self)
    let traversal = Traversal(
      count: elements.count,
      limit: Swift.max(1, limit),
      into: collector,
      scopeParent: token.unheeded(by: Failure.self)
    ) { index, scope in
      startWork(on: context, cancellation: heeded) { scope.run { body(elements[index]) } }.cell
    }
    result.govern(traversal, on: context, cancellation: heeded, as: Failure.self)
    traversal.startMore()
    return Future(cell: result)
  }
}

extension Sequence where Element: Sendable {
  /// Starts work for every element with a closure that may throw.
  ///
  /// What `body` throws fails that piece of work. Otherwise like the other `traverse`.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element, or throws. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  @_disfavoredOverload
  public func traverse<Output>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) throws -> Future<Output, any Error>
  ) -> Future<[Output], any Error> {
    traverse(
      maxConcurrent: limit,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work for every element with a closure that may throw, on a context of your choice.
  ///
  /// What `body` throws fails that piece of work. Otherwise like the other `traverse`.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more.
  ///   - context: Where `body` runs. The compiler rejects a closure that uses isolated state.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element, or throws.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  @_disfavoredOverload
  public func traverse<Output>(
    maxConcurrent limit: Int = .max,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (Element) throws -> Future<Output, any Error>
  ) -> Future<[Output], any Error> {
    traverse(maxConcurrent: limit, on: context, cancellation: token) { element in
      Future(catching: { try body(element) })
    }
  }
}

extension Future where Failure == any Error {
  /// Returns the future that `body` returns, or one that fails with what it throws.
  init(catching body: () throws -> Future) {
    do { self = try body() } catch { self.init(error: error) }
  }
}

/// Calls `body`, on `context`, and gives its future.
func startWork<Value, Failure: Error>(
  on context: ExecutionContext,
  cancellation token: CancellationToken,
  _ body: @escaping @Sendable () -> Future<Value, Failure>
) -> Future<Value, Failure> {
  guard context.isInline && token.isNever else {
    return Future<Void, Failure>(value: ()).flatMap(on: context, cancellation: token) { body() }
  }
  return body()
}

/// Starts pieces of work in order, and keeps the number of those that run below a limit.
private final class Traversal: Governed {
  private struct State {
    var next = 0
    var running = 0
    /// The scopes of the pieces that run.
    var scopes = WorkScopes()
    /// Starts a piece of work; gone once nothing may be started any more.
    var start: Start?
  }

  typealias Start = @Sendable (_ index: Int, _ scope: WorkScope) -> Cell

  private let state: Locked<State>
  private let count: Int
  private let limit: Int
  private let collector: Collector
  private let scopeParent: CancellationToken

  init(
    count: Int,
    limit: Int,
    into collector: Collector,
    scopeParent: CancellationToken,
    start: @escaping Start
  ) {
    self.count = count
    self.limit = limit
    self.collector = collector
    self.scopeParent = scopeParent
    state = Locked(State(start: start))
  }

  func stop() {
    // Released, and ended, outside the lock.
    let old = state.withLock { state in
      defer {
        state.start = nil
        state.scopes = WorkScopes()
      }
      return state
    }
    old.scopes.end()
  }

  /// Starts nothing any more.
  private func close() {
    let old = state.withLock { state in
      defer { state.start = nil }
      return state
    }
    withExtendedLifetime(old) {}
  }

  /// Starts what may be started now.
  func startMore() {
    while let next = takeNext() {
      let (index, scope) = (next.index, next.scope)
      let work = next.start(index, scope)
      collector.observe(work, at: index)
      work.observe(ignoresFailure: true) { source, _ in
        scope.end()
        self.ended(index, successfully: source.isSuccess)
        return .none
      }
    }
  }

  /// A piece of work that may be started.
  private struct Piece {
    let index: Int
    let scope: WorkScope
    let start: Start
  }

  private func takeNext() -> Piece? {
    let mayStart = state.withLock { $0.start != nil && $0.next < count && $0.running < limit }
    if !mayStart { return nil }
    let scope = WorkScope(in: scopeParent)
    return state.withLock { state in
      guard let start = state.start, state.next < count, state.running < limit else { return nil }
      state.running += 1
      state.scopes.add(scope, state.next)
      defer { state.next += 1 }
      return Piece(index: state.next, scope: scope, start: start)
    }
  }

  private func ended(_ index: Int, successfully isSuccess: Bool) {
    let scope = state.withLock { state in
      state.running -= 1
      return state.scopes.remove(index)
    }
    withExtendedLifetime(scope) {}
    if isSuccess { startMore() } else { close() }
  }
}
