// Waiters whose closures concern some outcomes only. They take over any other outcome where their
// source settles, and hand nothing over to a context: so do the continuations of Bolts. The error
// type of their source, and their own, is `any Error`.

/// The outcomes that a derived future takes over without its closure.
@usableFromInline
enum PassedOutcomes: Sendable {
  /// Every failure.
  case failures
  /// Every outcome but an error that does not represent cancellation.
  case allButErrors

  /// Whether the outcome of a settled cell is one of these.
  func contain(outcomeOf source: Cell) -> Bool {
    switch self {
    case .failures: !source.isSuccess
    case .allButErrors: source.errorToRecover == nil
    }
  }
}

/// A waiter of the main actor that takes over some outcomes in place.
///
/// Its closure may hold the last references to objects of the main actor, and is released there in
/// any case.
final class SelectiveMainActorCell: MainActorCell, @unchecked Sendable {
  private let passed: PassedOutcomes

  init(passing passed: PassedOutcomes, _ step: consuming @escaping Step) {
    self.passed = passed
    super.init(consume step)
  }

  override func deliver(from source: Cell) -> Waiters {
    if ThreadState.isOnMainActor || !passed.contain(outcomeOf: source) {
      return super.deliver(from: source)
    }
    dropDelivery()
    return takeOver(outcomeOf: source)
  }
}

/// A waiter of a context that takes over some outcomes in place.
///
/// If the context is an actor, the closure is released there; see ``SelectiveMainActorCell``.
final class SelectiveContextCell: ContextCell, @unchecked Sendable {
  private let passed: PassedOutcomes

  init(
    passing passed: PassedOutcomes,
    _ step: consuming @escaping Step,
    on target: ExecutionContext.Target
  ) {
    self.passed = passed
    super.init(consume step, on: target, cancellation: nil, as: (any Error).self)
  }

  override func deliver(from source: Cell) -> Waiters {
    guard passed.contain(outcomeOf: source) else { return super.deliver(from: source) }
    if isForbidden() { return .none }
    dropDelivery()
    return takeOver(outcomeOf: source)
  }
}

extension DeliveredCell {
  /// Takes over the outcome of a settled cell without running the step.
  ///
  /// The thread that fires the waiter calls this method, and passes the closure on or releases it.
  fileprivate func takeOver(outcomeOf source: Cell) -> Waiters {
    step = nil
    return forward(from: source, failure: (any Error).self)
  }
}

extension Cell {
  /// The error of a settled cell whose error type is `any Error`, unless it represents
  /// cancellation.
  var errorToRecover: (any Error)? {
    if hasNoError { return nil }
    let error = load(as: (any Error).self)
    return isCancellation(error) ? nil : error
  }

  /// Creates the cell of a derived future whose step runs on `context` for some outcomes only.
  @inlinable
  static func derived(
    on context: ExecutionContext,
    passing passed: PassedOutcomes,
    _ step: consuming @escaping Step
  ) -> Cell {
    if context.isInline { return Cell(step: consume step) }
    return delivered(to: context, passing: passed, consume step)
  }

  @usableFromInline
  static func delivered(
    to context: ExecutionContext,
    passing passed: PassedOutcomes,
    _ step: consuming @escaping Step
  ) -> Cell {
    guard let target = context.target else { return Cell(step: consume step) }
    if target.isMainInline { return SelectiveMainActorCell(passing: passed, consume step) }
    return SelectiveContextCell(passing: passed, consume step, on: target)
  }
}

extension Future where Failure == any Error {
  /// Creates a future that takes over some outcomes of this one in place, and that `step` settles
  /// on a context otherwise.
  @inlinable
  func derive<Output, Shape>(
    on context: ExecutionContext,
    passing passed: PassedOutcomes,
    _ closure: consuming Shape,
    _ step: consuming @escaping Step
  ) -> Future<Output, any Error> {
    let derived = Cell.derived(on: context, passing: passed, consume step)
    derived.storeClosure(closure)
    return observe(derived, on: context, .never)
  }

  /// The same for a step that takes over the outcome of another future.
  @inlinable
  func derive<Output, Shape>(
    on context: ExecutionContext,
    passing passed: PassedOutcomes,
    _ closure: consuming Shape,
    _ step: consuming WorkStep
  ) -> Future<Output, any Error> {
    let derived = Cell.derived(on: context, passing: passed, step.run)
    derived.storeClosure(closure)
    derived.noteWork()
    return observe(derived, on: context, .never)
  }
}
