internal import Synchronization

/// A waiter on its way through an execution context.
///
/// A context runs it or drops it. If the context drops it, the waiting future fails.
///
/// `@unchecked Sendable`, because the source and the waiter are set before the delivery is
/// submitted and belong to one thread after that: the one that wins `hasArrived`, or, if the
/// context drops the delivery, the one that releases the last reference.
final class Delivery: @unchecked Sendable {
  private let hasArrived = EngineAtomic<UInt8>(0)
  /// Owned references, until one of those threads takes them.
  @exclusivity(unchecked) private var parcel: Parcel?

  private typealias Parcel = (source: Unmanaged<Cell>, waiter: Unmanaged<DeliveredCell>)

  private init(of waiter: DeliveredCell, from source: Cell) {
    parcel = (.passRetained(source), .passRetained(waiter))
  }

  /// Returns a job that runs the step of a waiter.
  ///
  /// The job alone refers to the delivery, so a context that releases it has dropped it.
  static func job(for waiter: DeliveredCell, from source: Cell) -> ExecutionContext.Job {
    let delivery = Delivery(of: waiter, from: source)
    return { delivery.arrive() }
  }

  /// Runs the step; at most once, regardless of what the context does.
  ///
  /// Every reference to the waiter but one is dropped before it is followed: a waiter that only
  /// this thread knows can hand its own waiters on (``Cell/adopt(_:by:)``).
  private func arrive() {
    if CurrentScope.isEntered { return CurrentScope.outside { arrive() } }
    if hasArrived.exchange(1, ordering: .acquiringAndReleasing) != 0 { return }
    guard let (source, waiter) = parcel.take() else { return }
    let waiters = source._withUnsafeGuaranteedRef { source in
      waiter._withUnsafeGuaranteedRef { $0.runUnlessForbidden(from: source) }
    }
    source.release()
    ThreadState.follow(waiters, of: Unmanaged<Cell>.fromOpaque(waiter.toOpaque()))
  }

  deinit {
    guard let parcel else { return }
    let (source, waiter) = (parcel.source.takeRetainedValue(), parcel.waiter.takeRetainedValue())
    if waiter.isForbidden() { return }
    if waiter.isSettled { return waiter.dropStep() }
    waiter.dropStep()
    if Diagnostics.isEnabled { Diagnostics.report(.droppedJob, site: source.creationSite) }
    guard let failure = waiter.failure else { return }
    ThreadState.run(waiter, waiter.abandon(as: failure, reason: .droppedJob))
  }
}
