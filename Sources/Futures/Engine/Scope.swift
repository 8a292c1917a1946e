#if !EXPLORE
public import Synchronization
#endif

/// The scope that closures, and the work that they start, belong to.
///
/// The engine does not know what a scope is for. It only prevents callbacks from inheriting the
/// scope of the code that completes their future: they run outside of any scope, unless they were
/// registered with one.
@usableFromInline
protocol Scope: AnyObject, Sendable {
  /// Counts the object as a scope that has been current; see ``ScopeCount``.
  func countAsScope()

  /// Notes the cell of a future that was derived, or combined, in this scope.
  func note(_ cell: Cell)
}

extension Cell {
  /// Notes this cell, which is new, in the current scope.
  @inline(__always)
  func noteInScope() {
    if CurrentScope.isPossible { CurrentScope.value?.note(self) }
  }
}

/// Work whose outcome several callers wait for, and which may wait for other such work.
///
/// The engine carries it with the scope: code that belongs to the one belongs to the other.
@usableFromInline
protocol AwaitedWork: AnyObject, Sendable {}

/// What calling code belongs to.
@usableFromInline
struct Surroundings: Sendable {
  @usableFromInline let scope: (any Scope)?
  @usableFromInline let work: (any AwaitedWork)?

  @inlinable
  init(_ scope: (any Scope)?, _ work: (any AwaitedWork)?) {
    self.scope = scope
    self.work = work
  }
}

#if !EXPLORE
/// Counts its owner once, while the owner exists.
@usableFromInline
struct ScopeCount: ~Copyable, Sendable {
  /// The number of existing objects that have been current; without them nothing is current.
  ///
  /// A program without scopes pays one plain load.
  @usableFromInline static let total = Atomic<Int>(0)

  private let isCounted = Atomic<Bool>(false)

  deinit {
    if isCounted.load(ordering: .relaxed) { ScopeCount.total.subtract(1, ordering: .relaxed) }
  }

  func add() {
    if isCounted.load(ordering: .relaxed) { return }
    if isCounted.exchange(true, ordering: .relaxed) { return }
    ScopeCount.total.add(1, ordering: .relaxed)
  }
}
#else
/// The explorer's scenarios have no scopes: the lookup would only multiply their schedules.
struct ScopeCount: ~Copyable, Sendable {
  func add() {}
}
#endif

/// The scope that the calling code runs in.
@usableFromInline
enum CurrentScope {
  @usableFromInline static let entered = TaskLocal<Surroundings?>(wrappedValue: nil)

  /// Whether any code of this process may run in a scope.
  ///
  /// Work that others wait for has one.
  @inlinable
  static var isPossible: Bool {
    #if EXPLORE
    false
    #else
    ScopeCount.total.load(ordering: .relaxed) != 0
    #endif
  }

  /// The scope, if the caller runs in one.
  @usableFromInline
  static var value: (any Scope)? { surroundings?.scope }

  /// The work that the caller does, or does a part of.
  @usableFromInline
  static var work: (any AwaitedWork)? { surroundings?.work }

  /// What the caller belongs to.
  static var surroundings: Surroundings? { isPossible ? entered.get() : nil }

  /// Whether the caller belongs to anything.
  @usableFromInline
  static var isEntered: Bool { surroundings != nil }

  /// Runs `body` in `scope`, or outside of any, as part of the same work.
  @usableFromInline
  static func with<Result, Failure: Error>(
    _ scope: (any Scope)?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = surroundings
    if outer?.scope === scope { return try body() }
    let isOutside = scope == nil && outer?.work == nil
    return try enter(isOutside ? nil : Surroundings(scope, outer?.work), body)
  }

  /// Runs `body` outside of any scope and any work.
  @inlinable
  static func outside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isPossible || !isEntered { return try body() }
    return try enter(nil, body)
  }

  /// Runs `body` in `surroundings`.
  @usableFromInline
  static func enter<Result, Failure: Error>(
    _ surroundings: Surroundings?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    surroundings?.scope?.countAsScope()
    let result: Swift.Result<Result, Failure> = entered.withValue(surroundings) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs `body` in `scope`, with the tasks that it starts.
  nonisolated(nonsending) static func with<Result>(
    _ scope: any Scope,
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let inner = Surroundings(scope, work)
    scope.countAsScope()
    return try await entered.withValue(inner) { try await body() }
  }

  /// Runs `body` in `scope`, with the tasks that it starts.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - work: The work that `body` does; by default, that of the caller.
  ///   - body: The code to run.
  /// - Returns: What `body` returns, or throws.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) static func outcome<Value, Failure: Error>(
    in scope: any Scope,
    doing work: (any AwaitedWork)? = CurrentScope.work,
    of body: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    scope.countAsScope()
    return await entered.withValue(Surroundings(scope, work)) {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
  }
}

// MARK: - Closures that return futures

/// The step of a cell that takes over the outcome of the future that a closure returns.
@usableFromInline
struct WorkStep {
  @usableFromInline let run: Step

  @inlinable
  init(_ run: consuming @escaping Step) { self.run = run }
}

/// Returns a step that runs in the current scope, and as part of the current work, wherever and
/// whenever it runs.
///
/// For the steps that call a closure which returns a future. Outside of any scope the step is
/// returned as it is: the engine runs steps outside of any scope.
@inlinable
func inScope(_ step: consuming @escaping Step) -> WorkStep {
  WorkStep(CurrentScope.isPossible ? keepingScope(step) : step)
}

@usableFromInline
func keepingScope(_ step: @escaping Step) -> Step {
  guard let surroundings = CurrentScope.surroundings else { return step }
  return { source, derived in CurrentScope.enter(surroundings) { step(source, derived) } }
}
