internal import Synchronization

/// A waiter on its way through an execution context.
///
/// A context may run it, or drop it; if it drops it, the waiting future is told.
///
/// `@unchecked Sendable`, because the source and the waiter are set before the delivery is submitted
/// and belong to one thread after that: the one that wins `hasArrived`, or, if the context drops the
/// delivery, the one that releases the last reference.
final class Delivery: @unchecked Sendable {
  private let hasArrived = EngineAtomic<UInt8>(0)
  @exclusivity(unchecked) private var source: Cell?
  @exclusivity(unchecked) private var waiter: DeliveredCell?

  init(of waiter: DeliveredCell, from source: Cell) {
    self.waiter = waiter
    self.source = source
  }

  /// Runs the step; at most once, whatever the context does.
  ///
  /// Every reference to the waiter but one is dropped before it is followed: a waiter that only
  /// this thread knows can hand its own waiters on (``Cell/adopt(_:by:)``).
  func arrive() {
    if CurrentScope.value != nil { return CurrentScope.with(nil) { arrive() } }
    if hasArrived.exchange(1, ordering: .acquiringAndReleasing) != 0 { return }
    guard let waiter = waiter.take(), let source = source.take() else { return }
    if waiter.isForbidden() { return }
    if waiter.isSettled { return waiter.dropStep() }
    let waiters = waiter.runDelivered(from: source)
    if waiters.isEmpty { return }
    _ = consume source
    ThreadState.follow(waiters, of: consume waiter)
  }

  deinit {
    guard let waiter = waiter.take(), let source = source.take() else { return }
    if waiter.isForbidden() { return }
    if waiter.isSettled { return waiter.dropStep() }
    waiter.dropStep()
    if Diagnostics.isEnabled { Diagnostics.report(.droppedJob, site: source.creationSite) }
    guard let failure = waiter.failure else { return }
    ThreadState.run(waiter, waiter.abandon(as: failure, reason: .droppedJob))
  }
}
