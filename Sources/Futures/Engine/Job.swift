/// The step of a waiter on its way through an execution context.
///
/// A context may run it, or drop it; if it drops it, the waiting future is told.
final class Job: Sendable {
  private struct Work {
    let source: Cell
    let waiter: Cell
    let step: Step
  }

  private let work: Locked<Work?>
  private let failure: (any Error.Type)?
  private let invalidation: CancellationCore?
  private let cancellation: CancellationCore?

  init(
    source: Cell,
    waiter: Cell,
    step: @escaping Step,
    failure: (any Error.Type)?,
    invalidation: CancellationCore?,
    cancellation: CancellationCore?
  ) {
    work = Locked(Work(source: source, waiter: waiter, step: step))
    self.failure = failure
    self.invalidation = invalidation
    self.cancellation = cancellation
  }

  /// Runs the step; at most once, whatever the context does.
  func run() { perform(take()) }

  /// Runs the step and drops every reference to the waiter but one before it is followed: a waiter
  /// nobody else knows can hand its own waiters on (``Cell/adopt(_:by:)``).
  private func perform(_ work: consuming Work?) {
    guard let work = consume work else { return }
    if isForbidden(work.waiter) || work.waiter.isSettled { return work.waiter.dropStep() }
    let waiters = work.step(work.source, work.waiter)
    if waiters.isEmpty { return }
    let waiter = work.waiter
    _ = consume work
    ThreadState.follow(waiters, of: consume waiter)
  }

  /// Whether a token forbids the step; if so, the waiter has been dealt with.
  ///
  /// The token itself will settle a derived cell, but may come too late: its flag is up before it calls its
  /// observers, and until then this job may hold the last reference to the cell.
  private func isForbidden(_ waiter: Cell) -> Bool {
    if let invalidation, invalidation.isCancelled {
      waiter.silence()
      return true
    }
    guard let cancellation, cancellation.isCancelled else { return false }
    if failure == nil { waiter.silence() } else { waiter.settleCancelled(as: failure) }
    return true
  }

  private func take() -> Work? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }

  deinit {
    guard let work = take() else { return }
    if isForbidden(work.waiter) || work.waiter.isSettled { return work.waiter.dropStep() }
    work.waiter.dropStep()
    if Diagnostics.isEnabled { Diagnostics.report(.droppedJob, site: work.source.creationSite) }
    guard let failure else { return }
    ThreadState.run(work.waiter, work.waiter.abandon(as: failure, reason: .droppedJob))
  }
}
