internal import Futures
internal import Synchronization

/// The observers of a run.
///
/// An observer stays in the list until its closure starts, so that it can be removed even while its
/// job waits in its context.
final class ObserverList: Sendable {
  enum Kind { case success, failure, cancellation }

  /// One observer.
  struct Observer: Sendable {
    let id: UInt64
    let kind: Kind
    let owner: Owner
    let context: ExecutionContext
    /// Calls the closure with the outcome, which exists by then.
    let deliver: @Sendable () -> Void
  }

  /// The owner of an observer, if it has one.
  struct Owner: Sendable {
    weak let object: (any AnyObject & Sendable)?
    let exists: Bool

    init(_ object: (any AnyObject & Sendable)?) {
      self.object = object
      exists = object != nil
    }

    var isGone: Bool { exists && object == nil }
  }

  private enum Phase {
    case open
    /// Observers of one kind receive the outcome.
    case ended(Kind)
    case silenced
  }

  private struct State {
    var observers = NumberedList<Observer>()
    var phase = Phase.open

    /// Whether the run continues without a success observer.
    var isUnobserved: Bool {
      if case .open = phase { return !observers.inOrder.contains { $0.kind == .success } }
      return false
    }
  }

  private let state = Locked(State())
  private let cancelsWhenEmpty: Bool
  /// Whether there may be success observers; saves the steps a pointless search.
  private let hasSuccessObservers = Atomic<Bool>(false)

  init(cancelsWhenEmpty: Bool) { self.cancelsWhenEmpty = cancelsWhenEmpty }

  /// Adds an observer, and submits it if the outcome exists.
  func add(
    _ kind: Kind,
    of owner: (any AnyObject & Sendable)?,
    on context: ExecutionContext,
    _ deliver: @escaping @Sendable () -> Void
  ) {
    let (id, isDue): (UInt64, Bool) = state.withLock { state in
      let observer = Observer(
        id: state.observers.nextNumber,
        kind: kind,
        owner: Owner(owner),
        context: context,
        deliver: deliver
      )
      switch state.phase {
      case .open:
        state.observers.append(observer)
        if kind == .success { hasSuccessObservers.store(true, ordering: .relaxed) }
        return (observer.id, false)
      case .ended(let ending) where ending == kind:
        state.observers.append(observer)
        return (observer.id, true)
      case .ended, .silenced:
        return (observer.id, false)
      }
    }
    if isDue { submit(id, on: context) }
  }

  /// Submits the observers of an outcome, in order, and drops the others.
  func deliver(_ kind: Kind) { submit(end(with: kind)) }

  /// Drops the observers of other outcomes, and those added later.
  ///
  /// - Returns: The observers of the outcome, to submit in order.
  func end(with kind: Kind) -> [Observer] {
    let (due, others): ([Observer], [Observer]) = state.withLock { state in
      guard case .open = state.phase else { return ([], []) }
      state.phase = .ended(kind)
      let others = state.observers.removeAll { $0.kind != kind }
      return (Array(state.observers.inOrder), others)
    }
    withExtendedLifetime(others) {}
    return due
  }

  func submit(_ observers: [Observer]) {
    for observer in observers { submit(observer.id, on: observer.context) }
  }

  /// Waits until the observers have run that were submitted to an actor.
  nonisolated(nonsending) func haveRun(on actor: (any Actor)?) async {
    guard let actor, hasSubmitted else { return }
    // The contexts of an actor run jobs in the order of submission. The main actor, which they may
    // skip, takes this job only after the others.
    let context = actor === MainActor.shared ? .main : ExecutionContext(isolation: actor)
    let barrier = Promise<Void, Never>()
    context { barrier.succeed() }
    await barrier.future.value
  }

  /// Whether observers were submitted whose closures have not started.
  private var hasSubmitted: Bool {
    state.withLock { state in
      if case .ended = state.phase { return !state.observers.isEmpty }
      return false
    }
  }

  private func submit(_ id: UInt64, on context: ExecutionContext) {
    context { self.take(id)?.deliver() }
  }

  private func take(_ id: UInt64) -> Observer? {
    state.withLock { $0.observers.remove(id) }
  }

  /// Drops all observers whose closures have not started, and those added later.
  func silence() {
    let removed = state.withLock { state in
      state.phase = .silenced
      return state.observers.takeAll()
    }
    withExtendedLifetime(removed) {}
  }

  /// Removes the observers of an owner.
  ///
  /// - Returns: Whether to cancel the run, because the last success observer was removed.
  func remove(_ kind: Kind, of owner: any AnyObject & Sendable) -> Bool {
    let (removed, isLast) = take { $0.kind == kind && $0.owner.object === owner }
    return kind == .success && !removed.isEmpty && isLast && cancelsWhenEmpty
  }

  /// Returns whether there were success observers and all their owners are gone.
  func areOwnersGone() -> Bool {
    if !cancelsWhenEmpty || !hasSuccessObservers.load(ordering: .relaxed) { return false }
    let (gone, isLast) = take { $0.owner.isGone }
    return isLast && gone.contains { $0.kind == .success }
  }

  /// Removes the observers that match.
  ///
  /// Inspecting an owner retains it, so this may release the last reference. That must not happen
  /// under the lock: releasing the owner may re-enter the run.
  ///
  /// - Parameter isFound: Whether to remove an observer; called without a lock.
  /// - Returns: The removed observers, and whether no success observer is left.
  private func take(_ isFound: (Observer) -> Bool) -> (observers: [Observer], isLast: Bool) {
    let found = Set(state.withLock { $0.observers }.inOrder.filter(isFound).map(\.id))
    if found.isEmpty { return ([], false) }
    return state.withLock { state in
      (state.observers.removeAll { found.contains($0.id) }, state.isUnobserved)
    }
  }
}
