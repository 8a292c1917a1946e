extension Cell {
  /// Publishes the stored payload and takes the waiters out of the word.
  ///
  /// The caller has claimed the cell and stored the payload. A thread that works on the list at
  /// this moment finishes first, so that every observer registered before is among the waiters that
  /// the caller runs (I5).
  ///
  /// - Parameter failed: Whether the payload is a failure.
  /// - Returns: The waiters to run, oldest first.
  @usableFromInline
  func publish(failed: Bool = false) -> Waiters {
    while true {
      if let old = change({ $0.publish(failed: failed) }) {
        let others = Cell.oldestFirst(old.newest)
        return hasOwnObserver ? others.afterOwnObserver : others
      }
      waitForSweeper()
    }
  }

  /// Stores a value if the cell is still pending.
  ///
  /// - Returns: The waiters to run, or `nil` if the cell was completed before.
  @inlinable
  func succeed<Value>(_ value: consuming Value, asPromise: Bool = false) -> Waiters? {
    guard claim(asPromise: asPromise) else { return nil }
    storePayload(value)
    return publish()
  }

  /// Stores a failure if the cell is still pending.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - type: The error type of the future. Without it, an `any Error` would be opened on the way
  ///     in, and stored as the error inside it.
  ///   - asPromise: Whether the caller is the promise of this cell.
  /// - Returns: The waiters to run, or `nil` if the cell was completed before.
  @inlinable
  func fail<Failure: Error>(
    _ failure: consuming Failure,
    as type: Failure.Type,
    asPromise: Bool = false
  ) -> Waiters? {
    guard claim(asPromise: asPromise) else { return nil }
    storePayload(failure, isFailure: true)
    return publish(failed: true)
  }

  /// Takes over the outcome of `source`, which is settled and whose payload has the same type.
  ///
  /// A failure counts as observed in `source` from then on.
  @usableFromInline
  func forward(from source: Cell, failure: any Error.Type) -> Waiters {
    let state = source.state
    if state.isSuccess {
      guard claim() else { return .none }
      copyPayload(from: source)
      return publish()
    }
    source.markObserved()
    return pass(failureOf: source, as: failure)
  }

  /// Takes over the failure of `source`, which has failed with the same type or was abandoned.
  @usableFromInline
  func pass(failureOf source: Cell, as failure: any Error.Type) -> Waiters {
    if source.payloadType == nil { return abandon(as: failure, reason: source.abandonReason) }
    guard claim() else { return .none }
    copyPayload(from: source)
    return publish(failed: true)
  }

  /// Why an abandoned cell has no outcome.
  @usableFromInline
  var abandonReason: BrokenPromise.Reason { BrokenPromise.Reason(number: payload.0) }

  /// Settles the cell because no producer is left.
  ///
  /// The cell fails with ``BrokenPromise`` if the error type can hold that. Otherwise it has no
  /// outcome, and cells derived from it with an error type that can hold it fail instead.
  @usableFromInline
  func abandon(
    as failure: any Error.Type,
    reason: BrokenPromise.Reason = .droppedPromise
  ) -> Waiters {
    abandonIfPending(as: failure, reason: reason).orNone
  }

  /// The same, and reports whether this call settled the cell.
  ///
  /// - Returns: The waiters to run, or `nil` if the cell was completed before.
  func abandonIfPending(as failure: any Error.Type, reason: BrokenPromise.Reason) -> Waiters? {
    if isSettled { return nil }
    func claimAndStore<Failure: Error>(_: Failure.Type) -> Bool {
      // Calls the error type, which is client code, before the cell is claimed (I6).
      let failure = BrokenPromise(reason: reason).represented(in: Failure.self)
      guard claim() else { return false }
      if let failure { storePayload(failure, isFailure: true) } else { payload.0 = reason.number }
      return true
    }
    guard _openExistential(failure, do: claimAndStore) else { return nil }
    return publish(failed: true)
  }
}

// MARK: - Running the waiters

extension Cell {
  /// Takes over the failure of `source` and runs the waiters.
  @usableFromInline
  func finish(failingLike source: Cell, as failure: any Error.Type) {
    ThreadState.run(self, pass(failureOf: source, as: failure))
  }

  /// Succeeds and runs the waiters.
  @inlinable
  func finish<Value>(_ value: Value) {
    if let waiters = succeed(value) { ThreadState.run(self, waiters) }
  }

  /// Fails and runs the waiters.
  @inlinable
  func finish<Failure: Error>(failing failure: Failure, as type: Failure.Type) {
    if let waiters = fail(failure, as: type) { ThreadState.run(self, waiters) }
  }
}
