/// A flag that can be raised once, and its observers: the state behind cancellation sources,
/// cancellation tokens and invalidation tokens.
@usableFromInline
final class CancellationCore: Scope {
  fileprivate struct State {
    var isCancelled = false
    var isDisposed = false
    var nextID: UInt64 = 0
    var registrations = RegistrationList()
    var timer: ScheduledTimer?
    var timerGeneration: UInt64 = 0
    var links: [CancellationRegistration] = []
  }

  private let state = Locked(State())
  private let scopeCount = ScopeCount()

  init() {}

  deinit {
    let (timer, links) = state.withLock { ($0.timer, $0.links) }
    timer?.cancel()
    for link in links { link.dispose() }
  }

  @usableFromInline
  func countAsScope() { scopeCount.add() }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Raises the flag and calls the observers, in registration order, on this thread, outside the
  /// lock.
  ///
  /// Linked cores are cancelled in a loop, so that a chain of them takes constant stack.
  func cancel() -> Bool {
    guard let registrations = raise() else { return false }
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
  private func raise() -> RegistrationList? {
    let end: (RegistrationList, ScheduledTimer?, [CancellationRegistration])? = state.withLock {
      state in
      if state.isCancelled || state.isDisposed { return nil }
      state.isCancelled = true
      return state.takeAll()
    }
    guard let (registrations, timer, links) = end else { return nil }
    timer?.cancel()
    for link in links { link.dispose() }
    return registrations
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
      let registration = make(state.nextID)
      state.nextID += 1
      if !state.isCancelled && !state.isDisposed { state.registrations.append(registration) }
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
  func link(to parent: CancellationCore) {
    let link = parent.register { CancellationRegistration(linking: self, to: parent, id: $0) }
    let isOver = state.withLock { state in
      if state.isCancelled || state.isDisposed { return true }
      state.links.append(link)
      return false
    }
    if isOver { link.dispose() }
  }

  /// Replaces the timer that will raise the flag.
  ///
  /// `start` is called outside the lock.
  func replaceTimer(_ start: (() -> ScheduledTimer?)?) -> Bool {
    let (isOpen, old, generation) = state.withLock { state in
      state.timerGeneration += 1
      defer { state.timer = nil }
      return (!state.isCancelled && !state.isDisposed, state.timer, state.timerGeneration)
    }
    old?.cancel()
    guard isOpen, let start else { return isOpen }
    let timer = start()
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

  /// Releases observers that are never called, because neither a timer nor another core is left to
  /// raise the flag.
  ///
  /// Waiters retain the core (``Ties``), and so do contexts; observers may retain waiters.
  func sourceIsGone() {
    let end: (RegistrationList, ScheduledTimer?, [CancellationRegistration])? = state.withLock {
      state in
      if state.timer != nil || !state.links.isEmpty { return nil }
      return state.takeAll()
    }
    withExtendedLifetime(end) {}
  }

  /// Releases observers, timer and links; the flag does not change.
  func dispose() {
    let end = state.withLock { state in
      state.isDisposed = true
      return state.takeAll()
    }
    end.1?.cancel()
    for link in end.2 { link.dispose() }
    for registration in end.0.inOrder { registration.dispose() }
  }
}

extension CancellationCore.State {
  fileprivate mutating func takeAll()
    -> (RegistrationList, ScheduledTimer?, [CancellationRegistration])
  {
    defer {
      registrations = RegistrationList()
      timer = nil
      links = []
    }
    return (registrations, timer, links)
  }
}
