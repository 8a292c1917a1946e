extension Cell {
  /// Fires `waiter` once this cell settles, unless a token forbids it.
  ///
  /// - Parameters:
  ///   - waiter: A derived cell, or an observer without its own outcome. It was created for
  ///     `context` (``delivered(to:cancellation:as:_:)``).
  ///   - context: Where the step runs.
  ///   - token: Once cancelled, the step is destroyed and a derived cell settles with cancellation.
  ///   - failure: The error type of a derived cell; `nil` for an observer.
  @usableFromInline
  func observe(
    _ waiter: Cell,
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    as failure: (any Error.Type)?
  ) {
    #if DEBUG
    if waiter.site == nil { waiter.site = site }
    #endif
    if failure != nil { waiter.noteInScope() }
    if !token.isNever || (!context.isInline && context.invalidation != nil) {
      observeThroughGate(waiter, cancellation: token, context.invalidation, as: failure)
    } else if failure != nil {
      // Its cancellation is not counted, because it does not know this cell.
      observe(removable: waiter)
    } else {
      observe(waiter)
    }
  }

  /// Runs the step of an observer on `context` once this cell settles, unless a token forbids it.
  ///
  /// - Parameters:
  ///   - context: Where the step runs.
  ///   - token: Once cancelled, the step is destroyed.
  ///   - ignoresFailure: Whether this does not count as observing a failure.
  ///   - closure: What the step takes from its waiter; without one, the second argument of the step
  ///     means nothing.
  ///   - step: Called with the settled source.
  @usableFromInline
  func observe(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    ignoresFailure: Bool = false,
    closure: consuming ErasedClosure? = nil,
    plainObserver step: consuming @escaping Step
  ) {
    if context.isInline && token.isNever {
      observe(ObserverStep(run: consume step, closure: closure), ignoresFailure: ignoresFailure)
    } else {
      let observer = Cell.delivered(to: context, cancellation: token, as: nil, consume step)
      if let closure { observer.storeClosure(closure) }
      if ignoresFailure { observer.next |= WaiterFlags.ignoresFailure }
      observe(observer, on: context, cancellation: token, as: nil)
    }
  }

  /// Puts a removable waiter in front of one that is not, for a token to withdraw.
  private func observeThroughGate(
    _ waiter: Cell,
    cancellation token: CancellationToken,
    _ invalidation: CancellationCore?,
    as failure: (any Error.Type)?
  ) {
    if token.isCancelled {
      waiter.dropStep()
      waiter.settleCancelled(as: failure)
      return
    }
    let ignoresFailure = waiter.ignoresFailure
    let ties = Ties()
    let isObserver = failure == nil
    let gate = Cell(
      removableStep: { source, _ in
        // An observer of the token that runs before this gate is closed may settle the source.
        if token.isCancelled {
          waiter.silence()
          waiter.settleCancelled(as: failure)
        } else {
          ThreadState.follow(waiter.fire(from: source), of: waiter)
        }
        if isObserver { ties.end() }
        return .none
      },
      ignoresFailure: ignoresFailure
    )
    if !isObserver { waiter.hold(ties, closing: gate, of: self) }
    ties.keep(tie(gate, before: waiter, to: token, invalidation, as: failure), of: token.core)
    observe(gate)
    // A token may have withdrawn the gate before it was in the list.
    if gate.isWithdrawn { noteWithdrawal() }
  }

  /// Connects a gate to the tokens that may close it.
  private func tie(
    _ gate: Cell,
    before waiter: Cell,
    to token: CancellationToken,
    _ invalidation: CancellationCore?,
    as failure: (any Error.Type)?
  ) -> [CancellationRegistration] {
    let close = closing(gate)
    let weakWaiter = Weak(waiter)
    var ties: [CancellationRegistration] = []
    if let core = token.core {
      ties.append(
        core.register {
          let waiter = weakWaiter.object
          if close() { waiter?.silence() }
          waiter?.settleCancelled(as: failure)
        }
      )
    }
    if let invalidation {
      ties.append(
        invalidation.register {
          let waiter = weakWaiter.object
          if close() { waiter?.silence() }
        }
      )
    }
    return ties
  }

  /// Returns a closure that withdraws a gate of this cell, and reports whether it did.
  private func closing(_ gate: Cell) -> @Sendable () -> Bool {
    let (weakSource, weakGate) = (Weak(self), Weak(gate))
    return {
      guard let gate = weakGate.object, gate.withdraw() else { return false }
      weakSource.object?.noteWithdrawal()
      return true
    }
  }

  /// Keeps `ties` alive until this derived cell settles or is released, and closes its gate then.
  ///
  /// A cell that is cancelled settles before its gate, which would keep it, and its closure.
  private func hold(_ ties: Ties, closing gate: Cell, of source: Cell) {
    let close = source.closing(gate)
    hold(ties) { waiter in if close() { waiter.silence() } }
  }

  /// Keeps `ties` alive until this cell settles or is released.
  ///
  /// The cell is bound because its ties refer to it: it must not give its waiters away and be
  /// released.
  ///
  /// - Parameters:
  ///   - ties: What is kept.
  ///   - end: Called with this cell when it has settled.
  func hold(_ ties: Ties, end: (@Sendable (Cell) -> Void)? = nil) {
    _ = bind()
    keep(ties, end: end)
  }

  /// The same for the cell of a promise, which must not be bound: completions of the promise would
  /// lose.
  func keep(_ ties: Ties, end: (@Sendable (Cell) -> Void)? = nil) {
    observe(
      Cell(
        removableStep: { source, _ in
          withExtendedLifetime(ties) {}
          end?(source)
          return .none
        },
        ignoresFailure: true
      )
    )
  }

  /// Settles the cell with cancellation if its error type can hold that, otherwise abandons it.
  ///
  /// The cell has settled when this method returns, even if another thread completed it first.
  func settleCancelled(as failure: (any Error.Type)?) {
    guard let failure else { return }
    guard let waiters = abandonIfPending(as: failure, reason: .cancellation) else {
      return waitForWinner()
    }
    if isAbandoned, Diagnostics.isEnabled {
      Diagnostics.report(
        .lostCancellation,
        site: creationSite,
        detail: "\(failure) has no case for it"
      )
    }
    ThreadState.run(self, waiters)
  }
}
