internal import Synchronization

/// A flag that can be raised once, and its observers: the state behind cancellation sources,
/// cancellation tokens and invalidation tokens.
@usableFromInline
final class CancellationCore: Scope {
  fileprivate struct State {
    var isCancelled = false
    var isDisposed = false
    /// Whether only a timer or a parent can raise the flag.
    var isWithoutSource = false
    var registrations = NumberedList<CancellationRegistration>()
    var timer: ScheduledTimer?
    var timerGeneration: UInt64 = 0
    var links = NumberedList<Link>()
    /// The task that works in this scope; see ``hold(_:)``.
    var task: Task<Void, any Error>?
    /// Whether that task has ended.
    var isTaskOver = false
    /// The priority that the task needs, if it was raised before the task was held.
    var urgency: TaskPriority?
    /// The newest cell that was derived in this scope.
    var newestCell: Identity<Cell>?

    /// Whether the flag can still be raised.
    var canBeRaised: Bool { !isWithoutSource || timer != nil || !links.isEmpty }
  }

  /// A registration with a parent, which the child keeps: the parent's own source may be gone,
  /// while the parent still links a source further up to this core.
  fileprivate struct Link {
    let registration: CancellationRegistration
    let parent: CancellationCore
  }

  private typealias Registrations = NumberedList<CancellationRegistration>

  private let state = Locked(State())
  private let scopeCount = ScopeCount()

  @usableFromInline
  init() {}

  deinit {
    // Most are empty by now.
    guard var end = state.withLock({ $0.isEmpty ? nil : $0.takeAll() }) else { return }
    end.timer?.cancel()
    CancellationCore.release(&end.links)
  }

  /// Ends links, and releases the parents, theirs and so on without recursion.
  private static func release(_ links: inout NumberedList<Link>) {
    if links.isEmpty { return }
    var parents: [CancellationCore] = []
    take(&links, &parents)
    while var parent = parents.popLast() {
      // This is the last reference, so no caller can see that the links are gone.
      guard isKnownUniquelyReferenced(&parent) else { continue }
      var links = parent.state.withLock { $0.links.takeAll() }
      take(&links, &parents)
    }
  }

  /// Ends links, and moves the parents out of them.
  private static func take(
    _ links: inout NumberedList<Link>,
    _ parents: inout [CancellationCore]
  ) {
    for link in links.inOrder {
      link.registration.dispose()
      parents.append(link.parent)
    }
    links = NumberedList()
  }

  @usableFromInline
  func countAsScope() { scopeCount.add() }

  @usableFromInline
  func note(_ cell: Cell) {
    let replaced = state.withLock { state in
      defer { state.newestCell = Identity(cell) }
      return state.newestCell
    }
    withExtendedLifetime(replaced) {}
  }

  /// Cancels the future that a closure in this scope has returned when the flag is raised.
  ///
  /// Does nothing unless the closure has derived it, or combined it, at last: the future may be
  /// that of others.
  func endWork<Value, Failure: Error>(_ work: Future<Value, Failure>) {
    guard work.canBeCancelled, !work.isSettled,
      state.withLock({ $0.newestCell?.isThat(of: work.cell) }) == true
    else { return }
    // A cell that hands on its waiters cannot be cancelled; see ``Cell/adopt(_:by:)``.
    work.cell.stay()
    let weakCell = Weak(work.cell)
    register { weakCell.object?.cancelIfPossible(as: Failure.self) }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Raises the flag and calls the observers, in registration order, on this thread, outside the
  /// lock.
  ///
  /// Linked cores are cancelled in a loop, so that a chain of them takes constant stack.
  @usableFromInline
  func cancel() -> Bool { cancel(forTimer: nil) }

  /// Raises the flag, for a timer only if the timer has been neither replaced nor stopped.
  ///
  /// - Parameter generation: The number of the timer whose job this is; see ``replaceTimer(_:)``.
  /// - Returns: Whether this call raised the flag.
  private func cancel(forTimer generation: UInt64?) -> Bool {
    guard let registrations = raise(forTimer: generation) else { return false }
    if registrations.isEmpty { return true }
    var rest = [registrations.inOrder.makeIterator()]
    while var current = rest.popLast() {
      while let registration = current.next() {
        guard registration.isLink else {
          registration.run()
          continue
        }
        if let linked = registration.takeLink()?.raise() {
          rest.append(current)
          current = linked.inOrder.makeIterator()
        }
      }
    }
    return true
  }

  /// Raises the flag.
  ///
  /// - Returns: The registrations to run, or `nil` if the flag was raised before.
  private func raise(forTimer generation: UInt64? = nil) -> Registrations? {
    // Most scopes end when they are empty.
    let (isRaised, end) = state.withLock { state -> (Bool, Contents?) in
      if state.isCancelled || state.isDisposed { return (false, nil) }
      if let generation, generation != state.timerGeneration { return (false, nil) }
      state.isCancelled = true
      return (true, state.isEmpty ? nil : state.takeAll())
    }
    guard isRaised else { return nil }
    guard var end else { return Registrations() }
    end.timer?.cancel()
    end.task?.cancel()
    CancellationCore.release(&end.links)
    return end.registrations
  }

  // MARK: The task of a scope

  /// Cancels a task, which works in this scope, when the flag is raised, or now if it has been.
  @usableFromInline
  func hold(_ task: Task<Void, any Error>) {
    let (isCancelled, urgency) = state.withLock { state -> (Bool, TaskPriority?) in
      if state.isTaskOver { return (false, nil) }
      if !state.isCancelled { state.task = task }
      return (state.isCancelled, state.urgency)
    }
    if isCancelled { task.cancel() }
    // The task may run, and others wait for it, before whoever has made it holds it here.
    if let urgency, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task.escalatePriority(to: urgency)
    }
  }

  /// Raises the priority of the task to that of the current one, if it is lower; does nothing on
  /// systems that cannot.
  @usableFromInline
  func escalateToCurrentPriority() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *),
      let priority = withUnsafeCurrentTask(body: { $0?.priority })
    else { return }
    escalate(to: priority)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  fileprivate func escalate(to priority: TaskPriority) {
    let task = state.withLock { state in
      if state.task == nil { state.urgency = max(state.urgency ?? priority, priority) }
      return state.task
    }
    task?.escalatePriority(to: priority)
  }

  /// Cancels a timer when the flag is raised, or now if it has been.
  @usableFromInline
  func hold(_ timer: ScheduledTimer) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.timer = timer }
      return state.isCancelled
    }
    if isCancelled { timer.cancel() }
  }

  /// Raises the flag, but does not cancel the task, which calls this at its end.
  @usableFromInline
  func endWithTask() {
    let task = state.withLock { state in
      defer { state.task = nil }
      state.isTaskOver = true
      return state.task
    }
    _ = cancel()
    withExtendedLifetime(task) {}
  }

  /// Calls `observer` once when the flag is raised, or now if it has been.
  @discardableResult
  func register(
    on context: ContextClosure? = nil,
    _ observer: @escaping @Sendable () -> Void
  ) -> CancellationRegistration {
    register { CancellationRegistration(observer, on: context, in: self, id: $0) }
  }

  private func register(
    _ make: (_ id: UInt64) -> CancellationRegistration
  ) -> CancellationRegistration {
    let (registration, mustRun) = state.withLock { state in
      let registration = make(state.registrations.nextNumber)
      let isOpen = !state.isCancelled && !state.isDisposed && state.canBeRaised
      if isOpen { state.registrations.append(registration) }
      return (registration, state.isCancelled)
    }
    if mustRun { registration.run() }
    return registration
  }

  func remove(_ id: UInt64) {
    let removed = state.withLock { $0.registrations.remove(id) }
    withExtendedLifetime(removed) {}
  }

  /// Raises the flag of this core when that of `parent` is.
  ///
  /// Called by the thread that creates this core, before any other knows it.
  func link(to parent: CancellationCore) {
    let number = state.withLock { $0.links.nextNumber }
    let registration = parent.register {
      CancellationRegistration(linking: self, as: number, to: parent, id: $0)
    }
    let isOver = state.withLock { state in
      if state.isCancelled || state.isDisposed { return true }
      state.links.append(Link(registration: registration, parent: parent))
      return false
    }
    if isOver { registration.dispose() }
    // A parent that nothing can cancel anymore, perhaps only since the check above, has no
    // children.
    if parent.isForgotten { _ = drop(link: number) }
  }

  /// Replaces the timer that will raise the flag.
  ///
  /// The job of the timer before may be under way; it then finds that it is not the newest.
  ///
  /// - Parameter start: Starts a timer that calls the closure it receives; called outside the lock.
  ///   `nil` starts none.
  /// - Returns: Whether the flag had not been raised.
  func replaceTimer(
    _ start: ((_ job: @escaping @Sendable () -> Void) -> ScheduledTimer?)?
  ) -> Bool {
    let (isOpen, old, generation) = state.withLock { state in
      state.timerGeneration += 1
      defer { state.timer = nil }
      return (!state.isCancelled && !state.isDisposed, state.timer, state.timerGeneration)
    }
    old?.cancel()
    guard isOpen, let start else { return isOpen }
    let timer = start { [weak self] in _ = self?.cancel(forTimer: generation) }
    let isCurrent = state.withLock { state in
      guard state.timerGeneration == generation, !state.isCancelled, !state.isDisposed else {
        return false
      }
      state.timer = timer
      return true
    }
    if !isCurrent { timer?.cancel() }
    return true
  }

  /// Notes that no source can raise the flag anymore.
  ///
  /// Releases observers that are never called if neither a timer nor a parent is left to raise it,
  /// and the links of children to this core. Waiters retain the core (``Ties``), and so do contexts
  /// and children; observers may retain waiters.
  func sourceIsGone() {
    state.withLock { $0.isWithoutSource = true }
    CancellationCore.releaseForgotten([self])
  }

  /// Releases the contents of cores that nothing can cancel anymore, and of such children.
  private static func releaseForgotten(_ cores: [CancellationCore]) {
    var cores = cores
    while let core = cores.popLast() {
      guard let end = core.takeIfForgotten() else { continue }
      core.dropLinks(ofChildrenIn: end.registrations, &cores)
    }
  }

  /// Removes the links of children to this core, whose flag is never raised.
  private func dropLinks(
    ofChildrenIn registrations: Registrations,
    _ changed: inout [CancellationCore]
  ) {
    for registration in registrations.inOrder where registration.isLink {
      if let child = registration.takeLink(), child.drop(link: registration.linkNumber) {
        changed.append(child)
      }
    }
  }

  /// Whether nothing can raise the flag anymore.
  private var isForgotten: Bool {
    state.withLock { !$0.isCancelled && ($0.isDisposed || !$0.canBeRaised) }
  }

  /// Takes the remaining contents if nothing can raise the flag anymore.
  private func takeIfForgotten() -> Contents? {
    state.withLock { state in
      if state.isCancelled || state.isDisposed || state.canBeRaised { return nil }
      return state.takeAll()
    }
  }

  /// Removes the link to a parent that never raises its flag.
  ///
  /// - Returns: Whether there was one.
  private func drop(link number: UInt64) -> Bool {
    let link = state.withLock { $0.links.remove(number) }
    return link != nil
  }

  /// Releases observers, timer and links; the flag does not change.
  func dispose() {
    var end = state.withLock { state in
      state.isDisposed = true
      return state.takeAll()
    }
    end.timer?.cancel()
    CancellationCore.release(&end.links)
    for registration in end.registrations.inOrder where !registration.isLink {
      registration.dispose()
    }
    var changed: [CancellationCore] = []
    dropLinks(ofChildrenIn: end.registrations, &changed)
    CancellationCore.releaseForgotten(changed)
  }
}

extension [CancellationCore] {
  /// Waits for the tasks of these scopes, whose priority rises with that of the current task; on
  /// systems that cannot raise it, it stays as it is.
  @usableFromInline
  nonisolated(nonsending) func escalating(
    _ wait: nonisolated(nonsending) () async -> Void
  ) async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return await wait()
    }
    await withTaskPriorityEscalationHandler {
      // The priority may have risen since the tasks were started.
      for scope in self { scope.escalateToCurrentPriority() }
      await wait()
    } onPriorityEscalated: { _, priority in
      for scope in self { scope.escalate(to: priority) }
    }
  }
}

/// The contents of a core that has ended.
private struct Contents {
  let registrations: NumberedList<CancellationRegistration>
  let timer: ScheduledTimer?
  let task: Task<Void, any Error>?
  var links: NumberedList<CancellationCore.Link>
}

extension CancellationCore.State {
  fileprivate var isEmpty: Bool {
    timer == nil && task == nil && links.isEmpty && registrations.isEmpty
  }

  fileprivate mutating func takeAll() -> Contents {
    defer { (timer, task) = (nil, nil) }
    return Contents(
      registrations: registrations.takeAll(),
      timer: timer,
      task: task,
      links: links.takeAll()
    )
  }
}
