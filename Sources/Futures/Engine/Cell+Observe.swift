extension Cell {
  /// Runs the step of `waiter` on `context` once this cell settles, unless a token forbids it.
  ///
  /// - Parameters:
  ///   - waiter: A derived cell, or an observer without an outcome of its own.
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
    if context.isInline && token.isNone {
      observe(waiter)
    } else {
      observeIndirectly(waiter, on: context, cancellation: token, as: failure)
    }
  }

  private func observeIndirectly(
    _ waiter: Cell,
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    as failure: (any Error.Type)?
  ) {
    let invalidation = context.invalidation
    if token.isNone && context.isMainInline {
      waiter.next |= CellWord.onMainActor
      observe(waiter)
      return
    }
    if token.isNone && invalidation == nil {
      waiter.hop(to: context, cancellation: token.core, as: failure)
      observe(waiter)
      return
    }
    if token.isCancellationRequested {
      waiter.dropStep()
      waiter.settleCancelled(as: failure)
      return
    }
    let ignoresFailure = waiter.ignoresFailure
    if !context.isInline { waiter.hop(to: context, cancellation: token.core, as: failure) }
    let ties = Ties()
    let isObserver = failure == nil
    let gate = Cell(
      removableStep: { source, _ in
        ThreadState.follow(waiter.fire(from: source), of: waiter)
        if isObserver { ties.end() }
        return .none
      },
      ignoresFailure: ignoresFailure
    )
    if !isObserver { waiter.hold(ties) }
    ties.keep(tie(gate, before: waiter, to: token, invalidation, as: failure), of: token.core)
    observe(gate)
    // A token that was faster has withdrawn a gate that was not in the list yet.
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
    let close: @Sendable (Weak<Cell>, Weak<Cell>) -> Bool = { source, gate in
      guard let gate = gate.object, gate.withdraw() else { return false }
      source.object?.noteWithdrawal()
      return true
    }
    let weakSource = Weak(self)
    let weakGate = Weak(gate)
    let weakWaiter = Weak(waiter)
    var ties: [CancellationRegistration] = []
    if let core = token.core {
      ties.append(
        core.register {
          let waiter = weakWaiter.object
          if close(weakSource, weakGate) { waiter?.silence() }
          waiter?.settleCancelled(as: failure)
        }
      )
    }
    if let invalidation {
      ties.append(
        invalidation.register {
          let waiter = weakWaiter.object
          if close(weakSource, weakGate) { waiter?.silence() }
        }
      )
    }
    return ties
  }

  /// Lets the step of this waiter run on `context`; it has not been pushed yet.
  private func hop(
    to context: ExecutionContext,
    cancellation: CancellationCore?,
    as failure: (any Error.Type)?
  ) {
    guard let step else { return }
    let invalidation = context.invalidation
    self.step = { source, waiter in
      let job = Job(
        source: source,
        waiter: waiter,
        step: step,
        failure: failure,
        invalidation: invalidation,
        cancellation: cancellation
      )
      context.submit { job.run() }
      return .none
    }
  }

  /// Keeps `ties` alive until this cell settles or goes away.
  ///
  /// The cell is bound, because what its ties refer to must stay this cell: it must not hand its
  /// waiters on and go away.
  func hold(_ ties: Ties) {
    _ = bind()
    observe(
      Cell(
        removableStep: { _, _ in
          withExtendedLifetime(ties) {}
          return .none
        },
        ignoresFailure: true
      )
    )
  }

  /// Settles the cell with cancellation if its error type can hold that, otherwise abandons it.
  func settleCancelled(as failure: (any Error.Type)?) {
    guard let failure, let waiters = abandonIfPending(as: failure, reason: .cancellation) else {
      return
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

/// A reference that does not keep its object alive.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?

  init(_ object: Object) { self.object = object }
}

/// Registrations that end together, at the latest when the last reference to them goes.
///
/// Made before the registrations, so that the steps which keep them are complete before any token
/// can fire.
final class Ties: Sendable {
  private struct State {
    var registrations: [CancellationRegistration] = []
    /// The state behind the token, kept because a timer or another token may still cancel it when
    /// its source is gone.
    var core: CancellationCore?
    var isOver = false
  }

  private let state = Locked(State())

  init() {}

  convenience init(_ registration: CancellationRegistration, of core: CancellationCore) {
    self.init()
    keep([registration], of: core)
  }

  deinit { end() }

  /// Adds registrations, or ends them at once if the others have ended.
  ///
  /// - Parameters:
  ///   - registrations: What to add.
  ///   - core: Where they are registered; kept until they end.
  func keep(_ registrations: [CancellationRegistration], of core: CancellationCore?) {
    let isOver = state.withLock { state in
      if !state.isOver {
        state.registrations += registrations
        state.core = core
      }
      return state.isOver
    }
    if isOver { for registration in registrations { registration.dispose() } }
  }

  /// Ends the registrations.
  func end() {
    let old = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    for registration in old.registrations { registration.dispose() }
  }
}
