// Waiters whose steps do not run where their source settles. The thread that settles the source
// fires the waiter, which hands itself over together with its source: as the job itself if its
// context runs each job once, otherwise in a ``Delivery``, which detects that it is dropped. The
// step and the closure stay in the waiter until they run.

/// A waiter that is handed over to a context.
///
/// Its properties are set before it is registered and belong to the waiter's role, as the step
/// does, so the reasons for `@unchecked Sendable` of cells apply.
class DeliveredCell: Cell, @unchecked Sendable {
  /// Owned; the settled source while the waiter itself is on its way.
  @exclusivity(unchecked) private var settledSource: Unmanaged<Cell>?

  init(_ step: consuming @escaping Step) {
    super.init(step: consume step)
    next = WaiterFlags.delivered
  }

  /// The error type of the derived future; `nil` for an observer.
  var failure: (any Error.Type)? { nil }

  /// Returns whether a token forbids the step; if so, the waiter is settled or silenced.
  ///
  /// Called once, where the step is about to run.
  func isForbidden() -> Bool { false }

  /// Whether the waiter has been neither fired nor dropped.
  final var isToBeDelivered: Bool { next & WaiterFlags.delivered != 0 }

  /// Releases the step and the closure, on the actor if they belong to one: objects that they
  /// capture may use state of the actor in their `deinit`.
  ///
  /// - Parameter target: Where the step would have run.
  final func drop(at target: ExecutionContext.Target) {
    next &= ~WaiterFlags.delivered
    if target.isOfActor {
      target.release((step.take(), takeErasedClosure()))
    } else {
      dropClosure()
    }
    // A cell that ends unsettled without a step would count as one whose step was fired.
    step = Cell.silentStep
  }

  /// Returns a job that runs the step.
  ///
  /// For a context that runs each job once, the job refers to the waiter itself, which saves the
  /// allocation of a ``Delivery``: `futures-bench allocations` counts two for each `map` of `hop`,
  /// the waiter and the block of Dispatch. Such a job keeps its reference until it has returned.
  /// Therefore a waiter that adopts another cell gets a delivery in any case: it can hand its own
  /// waiters on only while no other reference to it exists (``Cell/adopt(_:by:)``).
  ///
  /// - Parameters:
  ///   - source: The settled cell that the waiter waited for.
  ///   - runOnce: Whether the context runs each job exactly once, and never drops one.
  /// - Returns: The job.
  final func job(from source: Cell, runOnce: Bool) -> ExecutionContext.Job {
    guard runOnce, next & WaiterFlags.adopts == 0 else {
      return Delivery.job(for: self, from: source)
    }
    settledSource = .passRetained(source)
    return { self.arrive() }
  }

  /// Runs the step, in the job of a context that runs each job once.
  private func arrive() {
    if CurrentScope.isEntered { return CurrentScope.outside { arrive() } }
    guard let source = settledSource.take() else { return }
    let waiters = source._withUnsafeGuaranteedRef { runUnlessForbidden(from: $0) }
    source.release()
    assert(!waiters.isCellToAdopt)
    ThreadState.run(self, waiters)
  }

  /// Runs the step unless a token forbids it or the waiter has settled.
  final func runUnlessForbidden(from source: Cell) -> Waiters {
    if isForbidden() { return .none }
    if isSettled {
      dropStep()
      return .none
    }
    return runStep(from: source)
  }
}

/// A waiter whose step belongs to the main actor: it runs at once if the thread that fires it is
/// there, and is handed over otherwise.
///
/// So a chain that was written on the main actor and is settled elsewhere hops once, at its first
/// link.
class MainActorCell: DeliveredCell, @unchecked Sendable {
  deinit { if isToBeDelivered { dropDelivery() } }

  override func deliver(from source: Cell) -> Waiters {
    if ThreadState.isOnMainActor { return runStep(from: source) }
    MainQueue.submit(job(from: source, runOnce: true))
    return .none
  }

  override func dropDelivery() { ExecutionContext.mainInline.target.map { drop(at: $0) } }
}

/// A waiter whose step runs on a context.
///
/// References are unmanaged, as those of lists are: the class releases them where the waiter's role
/// ends, and the compiler adds no retains of its own to that. Each is taken once, by the owner of
/// the role or by `deinit`.
class ContextCell: DeliveredCell, @unchecked Sendable {
  @exclusivity(unchecked) private var target: Unmanaged<ExecutionContext.Target>?
  @exclusivity(unchecked) private var invalidation: Unmanaged<CancellationCore>?
  @exclusivity(unchecked) private var cancellation: Unmanaged<CancellationCore>?
  private let failureType: (any Error.Type)?

  init(
    _ step: consuming @escaping Step,
    on target: ExecutionContext.Target,
    cancellation: CancellationCore?,
    as failure: (any Error.Type)?
  ) {
    self.target = .passRetained(target)
    invalidation = target.invalidation.map { .passRetained($0) }
    self.cancellation = cancellation.map { .passRetained($0) }
    failureType = failure
    super.init(consume step)
  }

  deinit { if isToBeDelivered { dropDelivery() } else { forgetDelivery() } }

  override var failure: (any Error.Type)? { failureType }

  override func deliver(from source: Cell) -> Waiters {
    guard let target = target.take() else { return .none }
    target._withUnsafeGuaranteedRef { target in
      target.submit(job(from: source, runOnce: target.runsEachJobOnce))
    }
    target.release()
    return .none
  }

  /// The token settles a derived cell itself, but may be late: its flag is raised before its
  /// observers are called, and until then the delivery may hold the last reference to the cell.
  override func isForbidden() -> Bool {
    let isInvalid = invalidation.take()?.takeRetainedValue().isCancelled ?? false
    let isCancelled = cancellation.take()?.takeRetainedValue().isCancelled ?? false
    guard isInvalid || isCancelled else { return false }
    silence()
    if !isInvalid { settleCancelled(as: failureType) }
    return true
  }

  override func dropDelivery() {
    target?._withUnsafeGuaranteedRef { drop(at: $0) }
    forgetDelivery()
  }

  private func forgetDelivery() {
    target.take()?.release()
    invalidation.take()?.release()
    cancellation.take()?.release()
  }
}

extension Cell {
  /// Creates a waiter whose step runs on `context`, which is not ``ExecutionContext/inline``.
  ///
  /// - Parameters:
  ///   - context: Where the step runs.
  ///   - token: Once cancelled, the step does not run.
  ///   - failure: The error type of a derived cell; `nil` for an observer.
  ///   - step: The step.
  /// - Returns: The waiter.
  @usableFromInline
  static func delivered(
    to context: ExecutionContext,
    cancellation token: CancellationToken,
    as failure: (any Error.Type)?,
    _ step: consuming @escaping Step
  ) -> Cell {
    guard let target = context.target else { return Cell(step: consume step) }
    if target.isMainInline && token.isNever { return MainActorCell(consume step) }
    return ContextCell(consume step, on: target, cancellation: token.core, as: failure)
  }
}
