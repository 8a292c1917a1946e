internal import Synchronization

/// A closure of a façade's client on its way to its context, unless that is inline, and to the turn
/// of the cell that it waits for.
///
/// `@unchecked Sendable`, because its properties belong to one thread at a time: to its creator, to
/// the cell's steps until ``depart(from:as:)`` submits it, then to the winner of `phase`, which is
/// the task in its context or, if the context dropped the task, `deinit`; while it is parked, to
/// the owner of the turn.
@usableFromInline
final class Visit: @unchecked Sendable {
  private enum Phase {
    static var departed: UInt8 { 1 }
    static var arrived: UInt8 { 2 }
    static var gotTurn: UInt8 { 4 }
    static var ended: UInt8 { 8 }
    static var contextReturned: UInt8 { 16 }
  }

  /// The next in the line of parked visits, as an owned address (I7).
  @exclusivity(unchecked) var next: UInt = 0
  private let phase = EngineAtomic<UInt8>(0)
  private let ignoresFailure: Bool
  /// Where the step runs; `nil` for inline.
  @exclusivity(unchecked) private var context: ContextClosure?
  @exclusivity(unchecked) private var step: Step?
  @exclusivity(unchecked) private var source: Cell?
  /// The cell that the step settles; `nil` for an observer.
  @exclusivity(unchecked) private var derived: Cell?

  /// Creates a visit.
  ///
  /// - Parameters:
  ///   - context: Where the step runs; `nil` for inline.
  ///   - ignoresFailure: Whether it does not depart if the source has failed.
  ///   - step: Runs once, in the turn of the source.
  init(
    to context: ContextClosure?,
    ignoresFailure: Bool = false,
    _ step: consuming @escaping Step
  ) {
    self.context = context
    self.ignoresFailure = ignoresFailure
    self.step = consume step
  }

  deinit {
    if phase.load(ordering: .acquiring) == Phase.departed { drop() }
  }

  /// Submits the step to its context, now that the source has settled.
  ///
  /// An abandoned source has no turn, and no closure of a client runs for it.
  ///
  /// - Parameters:
  ///   - source: What has settled.
  ///   - derived: The cell that the step settles; `nil` for an observer.
  func depart(from source: Cell, as derived: Cell?) {
    if ignoresFailure && !source.isSuccess { return }
    self.source = source
    self.derived = derived
    if source.isAbandoned { return run() }
    guard let context else { return enter(source) }
    phase.store(Phase.departed, ordering: .releasing)
    context { self.arrive() }
  }

  /// Called in the context; does nothing if the context has called it before.
  private func arrive() {
    let old = phase.bitwiseOr(Phase.arrived, ordering: .acquiringAndReleasing).oldValue
    if old & Phase.arrived == 0, let source { enter(source) }
  }

  private func enter(_ source: Cell) {
    guard source.takeTurn(orPark: self) else { return }
    run()
    source.passTurn()
  }

  /// Runs the step, and releases everything it needs.
  ///
  /// No reference to the cell that it settles remains here when its waiters run: a cell with a
  /// single reference can give its waiters away (``Cell/adopt(_:by:)``).
  private func run() {
    if CurrentScope.isEntered { return CurrentScope.outside { run() } }
    context = nil
    guard let step = step.take(), let source = source.take() else { return }
    guard let derived = derived.take() else {
      _ = step(source, source)
      return
    }
    if derived.isSettled { return derived.dropStep() }
    let waiters = step(source, derived)
    _ = consume step
    _ = consume source
    ThreadState.follow(waiters, of: consume derived)
  }

  /// Releases everything, and leaves the cell of the step pending forever.
  private func drop() {
    context = nil
    derived.take()?.silence()
    source = nil
    step = nil
  }
}

// MARK: - After having been parked

extension Visit {
  /// Runs the step, which has the turn of `source`, in its context.
  ///
  /// - Returns: Whether it has ended, so that the turn is back with the caller.
  func runInTurn(of source: Cell) -> Bool {
    guard let context else {
      next = 0
      run()
      return true
    }
    submitAgain(to: context, with: source)
    let old = phase.bitwiseOr(Phase.contextReturned, ordering: .acquiringAndReleasing).oldValue
    return old & Phase.ended != 0
  }

  // A separate function, so that no reference to the second way remains when the context has
  // returned.
  @inline(never)
  private func submitAgain(to context: ContextClosure, with source: Cell) {
    let way = SecondWay(of: self, with: source)
    context { way.arrive() }
  }

  /// The submission to its context of a visit that has the turn; if the context releases it, the
  /// turn is passed on.
  private final class SecondWay: Sendable {
    private let visit: Visit
    private let source: Cell

    init(of visit: Visit, with source: Cell) {
      self.visit = visit
      self.source = source
    }

    deinit {
      if visit.getTurn() {
        visit.drop()
        visit.endTurn(of: source)
      }
    }

    func arrive() {
      guard visit.getTurn() else { return }
      visit.run()
      visit.endTurn(of: source)
    }
  }

  private func getTurn() -> Bool {
    let old = phase.bitwiseOr(Phase.gotTurn, ordering: .acquiringAndReleasing).oldValue
    return old & Phase.gotTurn == 0
  }

  /// Passes the turn on, unless the thread that submitted the visit has not returned and does so.
  ///
  /// Without that, a thousand visits parked for contexts that run inline would nest a thousand
  /// levels.
  private func endTurn(of source: Cell) {
    let line = next
    let old = phase.bitwiseOr(Phase.ended, ordering: .acquiringAndReleasing).oldValue
    if old & Phase.contextReturned != 0 { source.passTurn(through: line) }
  }
}

// MARK: - References as numbers

extension Visit {
  /// The address of this visit, with one reference added.
  var retainedAddress: UInt { UInt(bitPattern: Unmanaged.passRetained(self).toOpaque()) }

  /// Returns the visit at an address, which keeps its reference.
  static func at(_ address: UInt) -> Visit { unmanaged(address).takeUnretainedValue() }

  /// Returns the visit at an address and takes over its reference.
  static func take(_ address: UInt) -> Visit { unmanaged(address).takeRetainedValue() }

  /// Releases the reference that an address represents.
  static func release(_ address: UInt) { unmanaged(address).release() }

  private static func unmanaged(_ address: UInt) -> Unmanaged<Visit> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }
}
