// The parts of the steps of transforms. Small and inlinable: each call of `map` in a client's code
// compiles to a closure that calls these.

extension Cell {
  /// Runs the rest of this cell's step, and fails with what it throws.
  @inlinable
  @inline(__always)
  func catching<Failure: Error>(_ rest: () throws(Failure) -> Waiters) -> Waiters {
    do throws(Failure) { return try rest() } catch {
      return fail(error, as: Failure.self).orNone
    }
  }

  /// Whether this cell, which has settled, holds no error for a closure to handle.
  @inlinable
  var hasNoError: Bool { isSuccess || isAbandoned }

  /// Takes over the outcome of `inner`, now or when it settles.
  ///
  /// Called by this cell's own step.
  ///
  /// Both must have the same value type, and the same error type unless that of `inner` is `Never`.
  @inlinable
  func takeOver<Failure: Error>(_ inner: consuming Cell, as failure: Failure.Type) -> Waiters {
    if inner.isSettled { return forward(from: inner, failure: failure) }
    if self === inner { return failSelfResolution(as: failure).orNone }
    step = { source, derived in derived.forward(from: source, failure: Failure.self) }
    return Waiters(adopting: inner)
  }

  /// Fails a cell that would wait for itself.
  ///
  /// - Parameters:
  ///   - failure: The error type of the future.
  ///   - asPromise: Whether its promise would wait, which loses once the cell is bound to another
  ///     future. A derived cell with a token is bound as well.
  /// - Returns: The waiters to run, or `nil` if the cell had an outcome.
  @usableFromInline
  func failSelfResolution(as failure: any Error.Type, asPromise: Bool = false) -> Waiters? {
    if state.isClosed(toPromise: asPromise) { return nil }
    Diagnostics.report(
      .selfResolution,
      site: creationSite,
      detail: "the promise was completed with its own future"
    )
    return abandon(as: failure, reason: .selfResolution)
  }

  /// Takes over the outcome of `inner`, whose error type is `Never`.
  ///
  /// The waiters of this cell must not move to it: if its promise is broken, it cannot fail them.
  @inlinable
  func takeOver<Failure: Error>(unfailing inner: consuming Cell, as failure: Failure.Type)
    -> Waiters
  {
    stay()
    return takeOver(inner, as: failure)
  }

  /// Takes over the outcome of `inner`, regardless of its error type, as `any Error`.
  @inlinable
  func takeOver<Failure: Error>(_ inner: Cell, erasing failure: Failure.Type) -> Waiters {
    if inner.isSettled { return forward(from: inner, erasing: failure) }
    if failure == (any Error).self { return takeOver(inner, as: (any Error).self) }
    inner.observe(
      removable: Relay(to: self) { source, relay in
        let derived = relay.relayTarget
        ThreadState.run(derived, derived.forward(from: source, erasing: Failure.self))
        return .none
      }
    )
    return .none
  }

  /// Takes over the outcome of `source`, which has settled, as `any Error`.
  @inlinable
  func forward<Failure: Error>(from source: Cell, erasing failure: Failure.Type) -> Waiters {
    if source.isSuccess { return forward(from: source, failure: (any Error).self) }
    source.markObserved()
    return pass(failureOf: source, erasing: failure)
  }

  /// Takes over the failure of `source` as `any Error`.
  ///
  /// A failure that has this type is passed on as it is. Unspecialized code would put it into its
  /// own box, once more at each link of a chain, and boxes are released with a recursion.
  @inlinable
  func pass<Failure: Error>(failureOf source: Cell, erasing failure: Failure.Type) -> Waiters {
    if failure == (any Error).self || source.isAbandoned {
      return pass(failureOf: source, as: (any Error).self)
    }
    return fail(source.load(as: Failure.self), as: (any Error).self).orNone
  }
}

// MARK: - An outcome that comes later

extension Cell {
  /// Notes that the step of this cell returns another cell to adopt.
  ///
  /// Called before the cell is pushed.
  @inlinable
  func noteWork() { next |= WaiterFlags.adopts }

  /// Passes the outcome of `inner` on to `cell`.
  ///
  /// If the caller has the only reference to the cell, its waiters move to `inner` and the cell is
  /// released: an endless recursion through `flatMap` leaves no trail of cells that only pass
  /// outcomes on. The source of the waiters is then `inner`, so both must have the same types.
  ///
  /// - Parameters:
  ///   - inner: Owned; the cell whose outcome is taken over.
  ///   - cell: Owned; the cell that takes it over.
  /// - Returns: Owned; a settled cell and its waiters, or any cell and no waiters.
  static func adopt(
    _ inner: Unmanaged<Cell>,
    by cell: Unmanaged<Cell>
  ) -> (source: Unmanaged<Cell>, Waiters) {
    var adopter = cell.takeRetainedValue()
    if isKnownUniquelyReferenced(&adopter), let list = adopter.takeWaiters() {
      if list == 0 || inner._withUnsafeGuaranteedRef({ $0.append(list) }) { return (inner, .none) }
      return (inner, oldestFirst(list))
    }
    if inner._withUnsafeGuaranteedRef({ $0.pushAdopter(adopter) }) { return (inner, .none) }
    let waiters = inner._withUnsafeGuaranteedRef { adopter.fire(from: $0) }
    inner.release()
    return (Unmanaged.passRetained(adopter), waiters)
  }

  /// Takes the waiters, newest first, of a pending cell without flags.
  ///
  /// Another thread may load a weak reference to the cell at any moment, so even a cell with a
  /// single reference gives up its list in one atomic step.
  private func takeWaiters() -> UInt? {
    change { $0.takeWaiters() }?.newest
  }

  /// Adds a list, newest first, after the waiters of this cell.
  ///
  /// The code that withdraws one of them knows the cell that they come from, but not this one. So
  /// they are counted as in ``observe(removable:)``.
  private func append(_ list: UInt) -> Bool {
    let isFirst = relaxedState.newest == 0
    var last = list
    var count: UInt = 1
    while case let next = Cell.following(last), next != 0 {
      last = next
      count += 1
    }
    let isAdded = Cell.unmanaged(last)._withUnsafeGuaranteedRef { prepend(first: list, last: $0) }
    if isAdded && !isFirst { noteWithdrawal(of: count) }
    return isAdded
  }

  /// Adds an adopter to the list of this cell.
  ///
  /// It is over when it is cancelled, and so is counted as in ``observe(removable:)``.
  private func pushAdopter(_ adopter: Cell) -> Bool {
    let isFirst = relaxedState.newest == 0
    guard push(adopter) else { return false }
    if !isFirst { noteWithdrawal() }
    return true
  }
}
