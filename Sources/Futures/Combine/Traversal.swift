/// Starts pieces of work in order, and limits how many of them run at a time.
final class Traversal: Governed {
  private struct State {
    var next = 0
    var running = 0
    /// The scopes of the pieces that run.
    var scopes = WorkScopes()
    /// The tasks of pieces to come, by the number of the piece that must end first.
    var heldTasks: [Int: HeldTask] = [:]
    /// The tasks of pieces that may be started now.
    var tasks: [HeldTask] = []
    /// Starts a piece of work; `nil` once nothing may start.
    var start: Start?
  }

  /// Starts a piece of work.
  ///
  /// - Parameters:
  ///   - index: Its number.
  ///   - scope: Its scope.
  ///   - task: Where it starts; `nil` inside the call that requested the traversal.
  ///   - prepare: To be called in that task, before the piece starts.
  /// - Returns: Its outcome.
  typealias Start =
    @Sendable (
      _ index: Int,
      _ scope: WorkScope,
      _ task: HeldTask?,
      _ prepare: (@Sendable () -> Void)?
    ) -> Cell

  private let state: Locked<State>
  private let count: Int
  private let limit: Int
  private let collector: Collector
  /// Where pieces start.
  private let context: ExecutionContext
  private let scopeParent: CancellationToken
  /// The error type of what `start` returns, if that is a link; see ``Observation``.
  private let link: (any Error.Type)?

  init(
    count: Int,
    limit: Int,
    into collector: Collector,
    on context: ExecutionContext,
    scopeParent: CancellationToken,
    link: (any Error.Type)?,
    start: @escaping Start
  ) {
    self.context = context
    self.count = count
    self.limit = limit
    self.collector = collector
    self.scopeParent = scopeParent
    self.link = link
    state = Locked(State(start: start))
  }

  func stop() {
    // Released, and ended, outside the lock.
    var old = state.withLock { state in
      defer {
        state.start = nil
        state.scopes = WorkScopes()
        state.heldTasks = [:]
        state.tasks = []
      }
      return state
    }
    context.release(old.start.take())
    old.scopes.end()
  }

  /// Starts nothing from now on.
  private func close() {
    var old = state.withLock { state in
      defer {
        state.start = nil
        state.heldTasks = [:]
        state.tasks = []
      }
      return state
    }
    context.release(old.start.take())
  }

  // MARK: Starting

  /// Starts the pieces that may start now, inside the call that requests the traversal.
  func startFirst() {
    while let next = takeNext(isFirst: true) {
      let work = next.start(next.index, next.scope, nil, nil)
      // A piece that has ended already is followed by the next round of this loop.
      let endsHere = work.isSettled && !ThreadState.isPuttingOff
      if next.hasSuccessor && !endsHere { holdTask(untilEndOf: next.index) }
      observe(work, of: next)
    }
  }

  /// Starts the pieces that may start now, after a piece has ended.
  private func startMore() {
    while let next = takeNext(isFirst: false) {
      let prepare: @Sendable () -> Void = { self.holdTask(untilEndOf: next.index) }
      let work = next.start(next.index, next.scope, next.task, next.hasSuccessor ? prepare : nil)
      observe(work, of: next)
    }
  }

  /// Holds a task with the task-local values of the caller for the piece that is started next.
  private func holdTask(untilEndOf index: Int) {
    let task = HeldTask()
    state.withLock { state in
      if state.start != nil { state.heldTasks[index] = task }
    }
  }

  private func observe(_ work: Cell, of piece: Piece) {
    let (index, scope) = (piece.index, piece.scope)
    collector.observe(work, at: index)
    let end: Step = { source, _ in
      scope.end()
      self.ended(index, successfully: source.isSuccess)
      return .none
    }
    if work.isSettled { return work.observe(ignoresFailure: true, end) }
    let observation = Observation(of: work, link: link, ignoresFailure: true, end)
    let isUnderWay = state.withLock { $0.scopes.watch(index, observation) }
    if !isUnderWay { observation.end() }
  }

  /// A piece of work that may be started.
  private struct Piece {
    let index: Int
    let scope: WorkScope
    let task: HeldTask?
    let start: Start
    /// Whether its end lets another piece start.
    let hasSuccessor: Bool
  }

  private func takeNext(isFirst: Bool) -> Piece? {
    let hasNext = state.withLock { mayStart(isFirst: isFirst, $0) }
    if !hasNext { return nil }
    let scope = WorkScope(in: scopeParent)
    return state.withLock { state -> Piece? in
      guard mayStart(isFirst: isFirst, state), let start = state.start else { return nil }
      let index = state.next
      state.next += 1
      state.running += 1
      state.scopes.add(scope, index)
      return Piece(
        index: index,
        scope: scope,
        task: isFirst ? nil : state.tasks.removeLast(),
        start: start,
        hasSuccessor: limit < count && state.next < count
      )
    }
  }

  private func mayStart(isFirst: Bool, _ state: State) -> Bool {
    state.start != nil && state.next < count && state.running < limit
      && (isFirst || !state.tasks.isEmpty)
  }

  private func ended(_ index: Int, successfully isSuccess: Bool) {
    let old = state.withLock { state -> (WorkScopes.Piece?, [HeldTask]) in
      state.running -= 1
      if let task = state.heldTasks.removeValue(forKey: index) { state.tasks.append(task) }
      let isLast = state.next == count
      defer { if isLast { state.tasks = [] } }
      return (state.scopes.remove(index), isLast ? state.tasks : [])
    }
    withExtendedLifetime(old) {}
    if isSuccess { startMore() } else { close() }
  }
}
