// A promise with one observer is the most frequent kind of future that is not derived from another.
// The cell of a promise waits for no other cell, so it keeps that observer where other cells keep
// their own step. That saves the allocation of a waiter: `futures-bench allocations` counts two for
// each input of `collect`, the cell and its producer.

/// The cell of a promise.
///
/// It adds no state to that of other cells, so their reasons for `@unchecked Sendable` hold.
@usableFromInline
final class PromiseCell: Cell, @unchecked Sendable {
  @usableFromInline
  init() { super.init(word: 0, step: nil) }
}

extension Cell {
  /// Whether this is the cell of a promise.
  @inline(__always)
  var isOfPromise: Bool {
    ObjectIdentifier(type(of: self)) == ObjectIdentifier(PromiseCell.self)
  }

  /// Whether `step` is an observer of this cell itself.
  ///
  /// The caller owns `withdrawals` (I4).
  var hasOwnObserver: Bool { withdrawals & OwnObserverFlags.present != 0 }

  /// Takes an observer to keep in the cell itself, if the cell is that of a promise and has no
  /// observer yet.
  ///
  /// The caller holds `sweeping`.
  func keepOwnObserver(_ step: inout ObserverStep?, tag: UInt, ignoresFailure: Bool) {
    guard isOfPromise, !hasOwnObserver, let observer = step.take() else { return }
    keep(observer)
    next = tag
    withdrawals |= OwnObserverFlags.present
    if ignoresFailure { withdrawals |= OwnObserverFlags.ignoresFailure }
  }

  /// Moves an observer into the step and the closure of this cell, which has neither.
  @inline(__always)
  func keep(_ observer: consuming ObserverStep) {
    let (run, closure) = (observer.run, observer.closure)
    _ = consume observer
    step = run
    if let closure { storeClosure(closure) }
  }

  /// Runs the own observer of this settled cell.
  func runOwnObserver() {
    if !ownObserverIgnoresFailure { markObserved() }
    _ = step.take()?(self, self)
  }

  /// Whether the own observer ignores failures.
  ///
  /// The caller owns `withdrawals` (I4).
  var ownObserverIgnoresFailure: Bool { withdrawals & OwnObserverFlags.ignoresFailure != 0 }

  /// Moves the own observer of a cell that ends unsettled to a waiter.
  func takeOwnObserver() -> Cell? {
    guard hasOwnObserver, let step = step.take() else { return nil }
    return Cell(
      plainObserver: ObserverStep(run: step, closure: takeErasedClosure()),
      tag: next,
      ignoresFailure: ownObserverIgnoresFailure
    )
  }
}
