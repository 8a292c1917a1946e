/// A waiter on its way through an execution context.
///
/// A context may run it, or drop it; if it drops it, the waiting future is told.
final class Delivery: Sendable {
  private struct Parcel {
    let source: Cell
    let waiter: DeliveredCell
  }

  private let work: Locked<Parcel?>

  init(of waiter: DeliveredCell, from source: Cell) {
    work = Locked(Parcel(source: source, waiter: waiter))
  }

  /// Runs the step; at most once, whatever the context does.
  func arrive() {
    if CurrentScope.value != nil { return CurrentScope.with(nil) { arrive() } }
    perform(take())
  }

  /// Runs the step and drops every reference to the waiter but one before it is followed: a waiter
  /// nobody else knows can hand its own waiters on (``Cell/adopt(_:by:)``).
  private func perform(_ work: consuming Parcel?) {
    guard let work = consume work else { return }
    if work.waiter.isForbidden() { return }
    if work.waiter.isSettled { return work.waiter.dropStep() }
    let waiters = work.waiter.runDelivered(from: work.source)
    if waiters.isEmpty { return }
    let waiter = work.waiter
    _ = consume work
    ThreadState.follow(waiters, of: consume waiter)
  }

  private func take() -> Parcel? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }

  deinit {
    guard let work = take() else { return }
    if work.waiter.isForbidden() { return }
    if work.waiter.isSettled { return work.waiter.dropStep() }
    work.waiter.dropStep()
    if Diagnostics.isEnabled { Diagnostics.report(.droppedJob, site: work.source.creationSite) }
    guard let failure = work.waiter.failure else { return }
    ThreadState.run(work.waiter, work.waiter.abandon(as: failure, reason: .droppedJob))
  }
}
