public import Synchronization

extension Cell {
  /// The word, read so that the payload of a settled cell may be used.
  @inlinable
  var state: CellState { CellState(bits: word.load(ordering: .acquiring)) }

  /// The word, read by the owner of what it describes.
  @inlinable
  var relaxedState: CellState { CellState(bits: word.load(ordering: .relaxed)) }

  /// Whether the cell holds a value.
  @inlinable
  var isSuccess: Bool { state.isSuccess }

  /// Whether the cell has an outcome, or never will (``isAbandoned``).
  @inlinable
  var isSettled: Bool { state.isSettled }

  /// Whether the producer was released and the error type cannot hold that.
  ///
  /// Such a cell has failed for the engine, and is pending for its clients.
  @usableFromInline
  var isAbandoned: Bool { state.isFailure && payloadType == nil }

  /// Marks a failure as observed.
  @usableFromInline
  func markObserved() {
    if relaxedState.isUnobservedFailure {
      word.bitwiseOr(CellState.observed, ordering: .relaxed)
    }
  }
}

// MARK: - Changing the word

extension Cell {
  /// Applies a transition in one atomic step.
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
  /// - Returns: Whether the cell was neither claimed nor reserved before.
  func bind() -> Bool {
    change { $0.bind() } != nil
  }

  /// Prevents the cell from giving its waiters away (``adopt(_:by:)``).
  ///
  /// Not for the cell of a promise.
  @usableFromInline
  func stay() { _ = bind() }
}
