public import Synchronization

extension Cell {
  /// The word, read so that a settled payload may be used.
  @inlinable
  var state: CellState { CellState(bits: word.load(ordering: .acquiring)) }

  /// The word, read by those who own what they look at.
  @inlinable
  var relaxedState: CellState { CellState(bits: word.load(ordering: .relaxed)) }

  /// Whether the cell holds a value.
  @inlinable
  var isSuccess: Bool { state.isSuccess }

  /// Whether an outcome of any kind is there, or will never come (``isAbandoned``).
  @inlinable
  var isSettled: Bool { state.isSettled }

  /// Whether the producer is gone and the error type had no way to say so.
  ///
  /// Such a cell counts as failed for the engine and as pending for everybody else.
  @usableFromInline
  var isAbandoned: Bool { state.isFailure && payloadType == nil }

  /// Notes that somebody looked at the failure, or took over the duty to.
  @usableFromInline
  func markObserved() {
    if relaxedState.isUnobservedFailure {
      word.bitwiseOr(CellState.observed, ordering: .relaxed)
    }
  }
}

// MARK: - Changing the word

extension Cell {
  /// Makes a transition in one atomic step.
  ///
  /// - Parameter transition: Changes the state if it can, and returns whether it did. Called again
  ///   if another thread was faster.
  /// - Returns: The state before, or `nil` if it was left alone.
  @inline(__always)
  func change(_ transition: (inout CellState) -> Bool) -> CellState? {
    var old = state
    while true {
      var new = old
      guard transition(&new) else { return nil }
      let (done, now) = word.weakCompareExchange(
        expected: old.bits,
        desired: new.bits,
        successOrdering: .acquiringAndReleasing,
        failureOrdering: .acquiring
      )
      if done { return old }
      old = CellState(bits: now)
    }
  }

  /// Wins the right to store the outcome.
  ///
  /// - Parameter asPromise: Whether the caller is the promise of this cell, which loses once the
  ///   cell is bound to another future.
  /// - Returns: Whether the caller won. If so, it must store a payload and publish.
  @usableFromInline
  func claim(asPromise: Bool = false) -> Bool {
    change { $0.claim(asPromise: asPromise) } != nil
  }

  /// Reserves the cell for the outcome of another future; see ``CellState``.
  ///
  /// - Returns: Whether nobody else had claimed or reserved it.
  func bind() -> Bool {
    change { $0.bind() } != nil
  }

  /// Keeps the cell from handing its waiters on (``adopt(_:by:)``).
  ///
  /// Not for the cell of a promise.
  @usableFromInline
  func stay() { _ = bind() }
}
