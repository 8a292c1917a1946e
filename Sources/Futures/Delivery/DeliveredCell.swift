// Waiters whose steps run elsewhere than where their source settles. The thread that settles the
// source fires the waiter, and that hands itself over together with its source (``Delivery``); the
// step and the closure stay in the waiter until they run.

/// A waiter that is handed over.
///
/// Its properties are set before it is registered and belong to the waiter's role, as the step
/// does, so what is said of cells holds for `@unchecked Sendable`.
class DeliveredCell: Cell, @unchecked Sendable {
  init(_ step: consuming @escaping Step) {
    super.init(step: consume step)
    next = WaiterFlags.delivered
  }

  /// The error type of the derived future; `nil` for an observer.
  var failure: (any Error.Type)? { nil }

  /// Whether a token forbids the step; if so, the waiter has been dealt with.
  ///
  /// Called once, where the step is about to run.
  func isForbidden() -> Bool { false }

  /// Runs the step where it belongs.
  ///
  /// What the step leaves to wait for is not delivered again.
  final func runDelivered(from source: Cell) -> Waiters {
    next &= ~WaiterFlags.delivered
    return runStep(from: source)
  }
}

/// A waiter whose step belongs to the main actor: it runs at once if the thread that fires it is
/// there, and is handed over otherwise.
///
/// So a chain that was written on the main actor and is settled elsewhere hops once, at its first
/// link.
final class MainActorCell: DeliveredCell, @unchecked Sendable {
  override func deliver(from source: Cell) -> Waiters {
    if ThreadState.isOnMainActor { return runDelivered(from: source) }
    let delivery = Delivery(of: self, from: source)
    MainQueue.submit { delivery.arrive() }
    return .none
  }
}

/// A waiter whose step runs on a context.
final class ContextCell: DeliveredCell, @unchecked Sendable {
  @exclusivity(unchecked) private var target: ExecutionContext.Target?
  @exclusivity(unchecked) private var invalidation: CancellationCore?
  @exclusivity(unchecked) private var cancellation: CancellationCore?
  private let failureType: (any Error.Type)?

  init(
    _ step: consuming @escaping Step,
    on target: ExecutionContext.Target,
    cancellation: CancellationCore?,
    as failure: (any Error.Type)?
  ) {
    self.target = target
    invalidation = target.invalidation
    self.cancellation = cancellation
    failureType = failure
    super.init(consume step)
  }

  override var failure: (any Error.Type)? { failureType }

  override func deliver(from source: Cell) -> Waiters {
    guard let target = target.take() else { return runDelivered(from: source) }
    let delivery = Delivery(of: self, from: source)
    target.submit { delivery.arrive() }
    return .none
  }

  /// The token itself will settle a derived cell, but may come too late: its flag is up before it
  /// calls its observers, and until then the delivery may hold the last reference to the cell.
  override func isForbidden() -> Bool {
    let invalidation = invalidation.take()
    let cancellation = cancellation.take()
    if let invalidation, invalidation.isCancelled {
      silence()
      return true
    }
    guard let cancellation, cancellation.isCancelled else { return false }
    guard let failureType else {
      silence()
      return true
    }
    dropStep()
    settleCancelled(as: failureType)
    return true
  }

  override func forgetDelivery() {
    target = nil
    invalidation = nil
    cancellation = nil
  }
}

extension Cell {
  /// Creates a waiter whose step runs on `context`, which is not ``ExecutionContext/inline``.
  ///
  /// - Parameters:
  ///   - context: Where the step runs.
  ///   - token: Once cancelled, the step does not run.
  ///   - failure: The error type of a derived cell; `nil` for an observer.
  ///   - step: What to do.
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
