public import Synchronization

// The one file of the engine that is not checked by the compiler for data races and lifetimes.
//
// A cell is the shared state behind a future, and at the same time a node in the list of waiters of
// another cell: `map` makes one cell that waits for its source and holds the result. That is why a
// link of a chain costs one object.
//
// Invariants
//
//  I1  `word` alone decides. Whoever moves it from pending to `claimed` (``claim()``) owns `payload`
//      and `payloadType` until it publishes; nobody reads them before `settled` is set, with
//      release/acquire ordering in between. They never change afterwards, until `deinit`.
//  I2  A waiter is reachable from one list at most. `next` belongs to that list: it is written by the
//      thread that pushes, before the waiter becomes reachable, and after that only by the thread that
//      owns the list: the one that published (it takes the list out of the word), or the one that
//      holds `sweeping`. Lists own their waiters: every address in `word` and `next` is a +1 reference.
//      The low bits of `next` are flags of the waiter itself.
//  I3  `step` and `closure` belong to the waiter's role. They are written before the waiter is pushed
//      and taken by the thread that fires the waiter. A removable waiter has no payload and no waiters of its own,
//      which leaves its word free: whoever wins its `claimed` bit takes the step.
//      A plain observer has no payload either: under the same ownership as `next`, its payload holds the
//      steps of the observers behind it (``Group``), or zero.
//      The cell of a promise waits for nobody, so its `step` and `next` are free: they hold its first observer
//      and the tag of that, and belong to whoever may touch `withdrawals` (``PromiseCell``).
//  I4  `withdrawals` counts waiters that were removed, and has two flags on top of that. It belongs to
//      whoever holds `sweeping`, or else to the thread that has published, as nobody sweeps after that.
//      A plain observer has no waiters: there it is the observer's tag, which is written before the observer
//      is pushed, and never changes.
//  I5  A published cell runs its waiters exactly once: by the publisher, or, if `sweeping` was set at
//      that moment, by the sweeper.
//  I6  No foreign code (closures, contexts, destruction of user values) runs between the moment the
//      word is claimed and the moment it is published, except the move of the value into the payload.
//  I7  The list bits of a settled cell that nobody sweeps are the turn of a façade's callbacks
//      (``takeTurn(orPark:)``): zero while it is free, otherwise ``CellWord/turnTaken`` or the newest
//      of the visits parked behind whoever has it, a +1 reference. The link of a visit belongs to the
//      list it is in, and that to whoever has the turn once it is taken out of the word.
//  I8  A stored property of a class object has one address for as long as the object lives, so the
//      address of `payload` may be used while the cell is referenced.
//
// `@unchecked Sendable` follows: every stored property is either the atomic word or is owned, at any
// moment, by exactly one thread as laid down in I1 to I4. `@exclusivity(unchecked)` follows likewise:
// there are never two accesses at once, so checking for them would only cost time.

/// The work of a waiter: called once, with the settled source and the waiter itself.
@usableFromInline
typealias Step = @Sendable (_ source: Cell, _ waiter: Cell) -> Waiters

/// The shared state of a future, and a waiter in another cell's list.
@usableFromInline
class Cell: @unchecked Sendable {
  @usableFromInline final let word: EngineAtomic<UInt>
  @exclusivity(unchecked) @usableFromInline final var next: UInt
  @exclusivity(unchecked) @usableFromInline final var withdrawals: UInt
  @exclusivity(unchecked) @usableFromInline final var step: Step?
  /// The user's closure, which the step takes and calls (``storeClosure(_:)``); zero without one.
  @exclusivity(unchecked) @usableFromInline final var closure: (UInt, UInt)
  /// The type of what `payload` holds; `nil` if it is plain bits that need no destruction.
  @exclusivity(unchecked) @usableFromInline final var payloadType: Any.Type?
  @exclusivity(unchecked) @usableFromInline final var payload: (UInt, UInt, UInt)
  #if DEBUG
  /// Where the first cell of this chain was made.
  @exclusivity(unchecked) @usableFromInline final var site: CreationSite?
  #endif

  /// Creates a cell whose word has the given flags and that runs `step` when it is fired.
  ///
  /// Sets every property, because the initial value of a declaration is a call in other modules.
  @inlinable
  init(word: UInt = 0, step: Step? = nil) {
    self.word = EngineAtomic(word)
    next = 0
    withdrawals = 0
    self.step = step
    closure = (0, 0)
    payloadType = nil
    payload = (0, 0, 0)
    #if DEBUG
    site = nil
    #endif
  }

  /// Makes a settled cell.
  @inlinable
  convenience init<Value>(value: consuming Value) {
    self.init(word: CellWord.settled)
    store(value)
  }

  /// Makes a failed cell.
  @inlinable
  convenience init<Failure: Error>(failure: consuming Failure) {
    self.init(word: CellWord.settled | CellWord.failed)
    store(failure, isFailure: true)
  }

  deinit {
    defer { dropClosure() }
    let last = word.load(ordering: .acquiring)
    guard last & CellWord.settled != 0 else {
      let list = last & CellWord.list
      if list != 0 || hasOwnObserver {
        abandonWaiters(list)
      } else if isPlainObserver {
        _ = takeGroup()
      }
      return
    }
    if let type = payloadType {
      if last & (CellWord.failed | CellWord.observed) == CellWord.failed { reportUnobserved() }
      destroyPayload(type)
    }
  }
}

// MARK: - Payload

extension Cell {
  /// Whether values of `T` are stored in the cell itself; larger ones go to a box.
  @inlinable
  static func fits<T>(_ type: T.Type) -> Bool {
    MemoryLayout<T>.size <= MemoryLayout<(UInt, UInt, UInt)>.size
      && MemoryLayout<T>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Where the payload is, for its owner to write (I8).
  @inlinable
  var payloadAddress: UnsafeMutableRawPointer {
    withUnsafeMutablePointer(to: &payload) { UnsafeMutableRawPointer($0) }
  }

  /// Moves `value` into the payload.
  ///
  /// The caller owns the payload (I1).
  @inlinable
  func store<T>(_ value: consuming T, isFailure: Bool = false) {
    assert(word.load(ordering: .relaxed) & (CellWord.claimed | CellWord.settled) != 0, "I1")
    if Cell.fits(T.self) {
      payloadAddress.initializeMemory(as: T.self, to: value)
      if isFailure || !_isPOD(T.self) { payloadType = T.self }
    } else {
      payloadAddress.initializeMemory(as: PayloadBox<T>.self, to: PayloadBox(value))
      payloadType = PayloadBox<T>.self
    }
  }

  /// Copies the payload out.
  ///
  /// The cell is settled, and its outcome is a `T`.
  @inlinable
  func load<T>(as type: T.Type) -> T {
    assert(isSettled, "I1")
    if Cell.fits(T.self) { return peek(as: T.self) }
    return peek(as: PayloadBox<T>.self).value
  }

  /// Copies what the payload words hold.
  ///
  /// Reads only, so any number of threads may.
  @inlinable
  func peek<T>(as type: T.Type) -> T {
    // The words are copied as plain bits; the cell must not go before what they refer to is
    // retained.
    withExtendedLifetime(self) {
      withUnsafePointer(to: payload) {
        UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee
      }
    }
  }

  /// Copies the payload of a settled cell into this one, which the caller has claimed.
  @usableFromInline
  func copyPayload(from source: Cell) {
    guard let type = source.payloadType else {
      payload = source.payload
      return
    }
    func copy<T>(_: T.Type) {
      payloadAddress.initializeMemory(as: T.self, to: source.peek(as: T.self))
    }
    _openExistential(type, do: copy)
    payloadType = type
  }

  private func destroyPayload(_ type: Any.Type) {
    func destroy<T>(_: T.Type) {
      payloadAddress.assumingMemoryBound(to: T.self).deinitialize(count: 1)
    }
    _openExistential(type, do: destroy)
  }

  /// The failure of a failed cell, whatever its type; `nil` for an abandoned cell.
  func loadFailure() -> (any Error)? {
    guard let type = payloadType else { return nil }
    func extract<T>(_: T.Type) -> Any { peek(as: T.self) }
    let outcome = _openExistential(type, do: extract)
    return (outcome as? any AnyPayloadBox)?.anyValue as? any Error ?? outcome as? any Error
  }
}

/// Holds an outcome that does not fit into a cell.
@usableFromInline
final class PayloadBox<T> {
  @usableFromInline let value: T

  @inlinable
  init(_ value: consuming T) { self.value = value }
}

protocol AnyPayloadBox {
  var anyValue: Any { get }
}

extension PayloadBox: AnyPayloadBox {
  var anyValue: Any { value }
}

// MARK: - State

extension Cell {
  /// The word, read so that a settled payload may be used.
  @inlinable
  var state: UInt { word.load(ordering: .acquiring) }

  /// Whether the cell holds a value.
  @inlinable
  var isSuccess: Bool { state & (CellWord.settled | CellWord.failed) == CellWord.settled }

  /// Whether an outcome of any kind is there, or will never come (``isAbandoned``).
  @inlinable
  var isSettled: Bool { state & CellWord.settled != 0 }

  /// Whether the producer is gone and the error type had no way to say so.
  ///
  /// Such a cell counts as failed for the engine and as pending for everybody else.
  @usableFromInline
  var isAbandoned: Bool {
    let failed = CellWord.settled | CellWord.failed
    return state & failed == failed && payloadType == nil
  }

  /// Notes that somebody looked at the failure, or took over the duty to.
  @usableFromInline
  func markObserved() {
    let now = word.load(ordering: .relaxed)
    if now & (CellWord.settled | CellWord.failed | CellWord.observed)
      == CellWord.settled | CellWord.failed
    {
      word.bitwiseOr(CellWord.observed, ordering: .relaxed)
    }
  }
}

// MARK: - Settling

extension Cell {
  /// Replaces the word by what `change` makes of it, unless that is nothing.
  ///
  /// - Returns: The word before, or `nil` if it was left alone.
  @inline(__always)
  private func update(_ change: (UInt) -> UInt?) -> UInt? {
    var old = word.load(ordering: .acquiring)
    while let new = change(old) {
      let (done, now) = word.weakCompareExchange(
        expected: old,
        desired: new,
        successOrdering: .acquiringAndReleasing,
        failureOrdering: .acquiring
      )
      if done { return old }
      old = now
    }
    return nil
  }

  /// Wins the right to store the outcome.
  ///
  /// - Parameter asPromise: Whether the caller is the promise of this cell, which loses once the
  ///   cell is bound to another future.
  /// - Returns: Whether the caller won. If so, it must store a payload and publish.
  @usableFromInline
  func claim(asPromise: Bool = false) -> Bool {
    let closed = CellWord.claimed | CellWord.settled | (asPromise ? CellWord.bound : 0)
    return update { $0 & closed == 0 ? $0 | CellWord.claimed : nil } != nil
  }

  /// Reserves the cell for the outcome of another future; see ``CellWord/bound``.
  ///
  /// - Returns: Whether nobody else had claimed or reserved it.
  func bind() -> Bool {
    let closed = CellWord.claimed | CellWord.settled | CellWord.bound
    return update { $0 & closed == 0 ? $0 | CellWord.bound : nil } != nil
  }

  /// Keeps the cell from handing its waiters on (``adopt(_:by:)``).
  ///
  /// Not for the cell of a promise.
  @usableFromInline
  func stay() { _ = bind() }

  /// Makes the stored payload visible and hands out the waiters, oldest first.
  ///
  /// - Parameter outcome: ``CellWord/settled``, with ``CellWord/failed`` for a failure.
  /// - Returns: The waiters to run.
  @usableFromInline
  func publish(_ outcome: UInt) -> Waiters {
    assert(
      word.load(ordering: .relaxed) & (CellWord.claimed | CellWord.settled) == CellWord.claimed,
      "I1"
    )
    let old = update {
      $0 & CellWord.sweeping == 0
        ? outcome : $0 & (CellWord.list | CellWord.sweeping) | outcome
    }
    guard let old, old & CellWord.sweeping == 0 else { return .none }
    return waiters(old & CellWord.list)
  }

  /// What a list of this cell, taken out of the word, leaves to do.
  private func waiters(_ list: UInt) -> Waiters {
    let others = Cell.oldestFirst(list)
    return hasOwnObserver ? others.afterOwnObserver : others
  }

  /// Stores a value if the cell is still pending.
  ///
  /// - Returns: The waiters to run, or `nil` if somebody else was first.
  @inlinable
  func succeed<Value>(_ value: consuming Value, asPromise: Bool = false) -> Waiters? {
    guard claim(asPromise: asPromise) else { return nil }
    store(value)
    return publish(CellWord.settled)
  }

  /// Stores a failure if the cell is still pending.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - type: The error type of the future. Without it, an `any Error` would be opened on the way
  ///     in and stored as what it holds.
  ///   - asPromise: Whether the caller is the promise of this cell.
  /// - Returns: The waiters to run, or `nil` if somebody else was first.
  @inlinable
  func fail<Failure: Error>(
    _ failure: consuming Failure,
    as type: Failure.Type,
    asPromise: Bool = false
  ) -> Waiters? {
    guard claim(asPromise: asPromise) else { return nil }
    store(failure, isFailure: true)
    return publish(CellWord.settled | CellWord.failed)
  }

  /// Takes over the outcome of `source`, which is settled and whose payload has the same type, and
  /// with a failure the duty to look at it.
  @usableFromInline
  func forward(from source: Cell, failure: any Error.Type) -> Waiters {
    let state = source.state
    if state & CellWord.failed == 0 {
      guard claim() else { return .none }
      copyPayload(from: source)
      return publish(CellWord.settled)
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
    return publish(CellWord.settled | CellWord.failed)
  }

  /// Why an abandoned cell has no outcome.
  @usableFromInline
  var abandonReason: BrokenPromise.Reason { BrokenPromise.Reason(number: payload.0) }

  /// Settles the cell because nobody is left who could.
  ///
  /// It fails with ``BrokenPromise`` where the error type can hold that. Otherwise it has no
  /// outcome: what was derived from it under an error type that can is told instead.
  @usableFromInline
  func abandon(
    as failure: any Error.Type,
    reason: BrokenPromise.Reason = .droppedPromise
  ) -> Waiters {
    abandonIfPending(as: failure, reason: reason) ?? .none
  }

  /// The same, for those who have to know whether they were first.
  ///
  /// - Returns: The waiters to run, or `nil` if somebody else was first.
  func abandonIfPending(as failure: any Error.Type, reason: BrokenPromise.Reason) -> Waiters? {
    if isSettled { return nil }
    func claimAndStore<Failure: Error>(_: Failure.Type) -> Bool {
      // Asks the error type, which is foreign code, before the cell is claimed (I6).
      let failure = BrokenPromise(reason: reason).represented(in: Failure.self)
      guard claim() else { return false }
      if let failure { store(failure, isFailure: true) } else { payload.0 = reason.number }
      return true
    }
    guard _openExistential(failure, do: claimAndStore) else { return nil }
    return publish(CellWord.settled | CellWord.failed)
  }
}

// MARK: - Waiting

extension Cell {
  /// Adds `waiter` to the list.
  ///
  /// - Returns: Whether it was added; false if the cell has settled.
  @usableFromInline
  func push(_ waiter: Cell) -> Bool {
    if isSettled { return false }
    let address = waiter.retainedAddress
    if prepend(first: address, last: waiter) { return true }
    Cell.release(address)
    return false
  }

  /// Puts a chain of waiters, newest first, in front of the list.
  private func prepend(first: UInt, last: Cell) -> Bool {
    let old = update { old in
      if old & CellWord.settled != 0 { return nil }
      last.following = old & CellWord.list
      return first | (old & CellWord.flags)
    }
    if old != nil { return true }
    last.following = 0
    return false
  }

  /// Runs `waiter` once this cell settles: now, on this thread, if it has.
  @usableFromInline
  func observe(_ waiter: Cell) {
    if push(waiter) { return }
    ThreadState.run(self, only: waiter)
  }

  /// Runs the waiter's step.
  ///
  /// A derived future that was cancelled meanwhile, or an observer that was removed, has nothing to
  /// do any more.
  func fire(from source: Cell) -> Waiters {
    if word.load(ordering: .relaxed) & CellWord.flags != 0 {
      guard mayFire() else { return .none }
    }
    if next & CellWord.onMainActor != 0 && !ThreadState.isOnMainActor {
      return fireOnMainActor(from: source)
    }
    // Read first: a step that hops lets another thread put this waiter into another list (I2).
    let hasGroup = isPlainObserver
    let waiters = step.take()?(source, self) ?? .none
    if hasGroup { runGroup(from: source) }
    return waiters
  }

  /// The waiter behind this one in its list, as an address.
  var following: UInt {
    get { next & CellWord.list }
    set { next = newValue | (next & CellWord.flags) }
  }

  private func mayFire() -> Bool {
    let now = word.load(ordering: .relaxed)
    if Cell.isRemovable(now) { return claimRemovable() != nil }
    if now & CellWord.settled == 0 { return true }
    dropStep()
    return false
  }

  /// Makes this cell take over the outcome of `inner`.
  ///
  /// If nobody but the caller knows this cell, its waiters move to `inner` and the cell goes away:
  /// an endless recursion through `flatMap` leaves no trail of cells that only pass outcomes on.
  /// The waiters then see `inner` as their source, so both must have the same types.
  ///
  /// - Parameters:
  ///   - inner: Owned; what to take over.
  ///   - cell: Owned; who takes it over.
  /// - Returns: Owned; a settled cell and what is left to do for it, or any cell and nothing.
  static func adopt(
    _ inner: Unmanaged<Cell>,
    by cell: Unmanaged<Cell>
  ) -> (source: Unmanaged<Cell>, Waiters) {
    var adopter = cell.takeRetainedValue()
    if isKnownUniquelyReferenced(&adopter), let list = adopter.takeWaiters() {
      if list == 0 || inner._withUnsafeGuaranteedRef({ $0.append(list) }) { return (inner, .none) }
      return (inner, oldestFirst(list))
    }
    if inner._withUnsafeGuaranteedRef({ $0.push(adopter) }) { return (inner, .none) }
    let waiters = inner._withUnsafeGuaranteedRef { adopter.fire(from: $0) }
    inner.release()
    return (Unmanaged.passRetained(adopter), waiters)
  }

  /// Takes the waiters, newest first, of a pending cell without flags.
  ///
  /// A weak reference may bring the cell back to life for another thread at any moment, so even a
  /// cell with a single reference gives up its list in one atomic step.
  private func takeWaiters() -> UInt? {
    update { $0 & CellWord.flags == 0 ? 0 : nil }
  }

  /// Adds a whole list, newest first, behind the waiters that are there already.
  private func append(_ list: UInt) -> Bool {
    var last = list
    while case let next = Cell.following(last), next != 0 { last = next }
    return Cell.unmanaged(last)._withUnsafeGuaranteedRef { prepend(first: list, last: $0) }
  }

  /// Turns a list round: waiters are pushed newest first and run oldest first.
  static func oldestFirst(_ newest: UInt) -> Waiters {
    var done: UInt = 0
    var address = newest
    while address != 0 {
      let next = Cell.following(address)
      Cell.unmanaged(address)._withUnsafeGuaranteedRef { $0.following = done }
      done = address
      address = next
    }
    return Waiters(raw: done)
  }

  /// The waiter behind the one at `address`, as an address.
  private static func following(_ address: UInt) -> UInt {
    unmanaged(address)._withUnsafeGuaranteedRef { $0.following }
  }
}

// MARK: - Removing waiters

extension Cell {
  /// Makes a waiter that ``withdraw()`` can take back.
  ///
  /// Its word is `sweeping` without a list, which no other waiter ever has.
  convenience init(removableStep step: @escaping Step, ignoresFailure: Bool = false) {
    self.init(word: CellWord.sweeping, step: step)
    if ignoresFailure { next = CellWord.ignoresFailure }
  }

  /// Whether a word is that of a removable waiter.
  private static func isRemovable(_ word: UInt) -> Bool {
    word & (CellWord.list | CellWord.sweeping | CellWord.settled) == CellWord.sweeping
  }

  /// Whether this waiter still wants to know: it was not removed, and nobody has settled it.
  var isWaiting: Bool {
    let now = word.load(ordering: .relaxed)
    return now & (Cell.isRemovable(now) ? CellWord.claimed : CellWord.settled) == 0
  }

  /// Whether failures pass this waiter by without anybody looking at them.
  ///
  /// The caller owns the list the waiter is in (I2).
  var ignoresFailure: Bool {
    next & CellWord.ignoresFailure != 0
  }

  /// Takes back a removable waiter: its step is destroyed here unless it is running or has run.
  ///
  /// - Returns: Whether the step will never run.
  func withdraw() -> Bool {
    guard claimRemovable() != nil else { return false }
    step = nil
    return true
  }

  /// Wins the step of a removable waiter.
  ///
  /// - Returns: The word before, or `nil` if somebody else was first.
  func claimRemovable() -> UInt? {
    update { $0 & CellWord.claimed == 0 ? $0 | CellWord.claimed : nil }
  }

  /// Whether a removable waiter was withdrawn, or has fired.
  var isWithdrawn: Bool { word.load(ordering: .relaxed) & CellWord.claimed != 0 }

  /// Tells that a waiter of this cell was withdrawn, so that it can be unlinked some time.
  ///
  /// - Complexity: Amortised O(1): the list is walked once per half of its length.
  func noteWithdrawal() {
    guard let old = startSweep() else { return }
    // The lower half counts withdrawals, the upper half keeps the number that starts the next walk.
    let half = UInt(UInt.bitWidth / 2 - 1)
    let most = (UInt(1) << half) - 1
    let flags = withdrawals & CellWord.withdrawalFlags
    let counts = withdrawals & ~CellWord.withdrawalFlags
    var dead: UInt = 0
    let withdrawn = (counts & most) + 1
    if withdrawn >= max(counts >> half, Cell.fewestWithdrawals) {
      var live: UInt = 0
      dead = unlinkWithdrawn(below: old & CellWord.list, live: &live)
      withdrawals = flags | min(live, most) << half
    } else {
      withdrawals = flags | counts & ~most | withdrawn
    }
    endSweep()
    while dead != 0 {
      let next = Cell.at(dead).following
      Cell.release(dead)
      dead = next
    }
  }

  /// Withdrawn waiters stay linked until there are at least this many.
  private static var fewestWithdrawals: UInt { 8 }

  /// Unlinks withdrawn waiters after `first`, which stays because others push onto it.
  private func unlinkWithdrawn(below first: UInt, live: inout UInt) -> UInt {
    var dead: UInt = 0
    var last = first
    while true {
      let address = Cell.at(last).following
      if address == 0 { return dead }
      let waiter = Cell.at(address)
      let word = waiter.word.load(ordering: .acquiring)
      if Cell.isRemovable(word), word & CellWord.claimed != 0 {
        Cell.at(last).following = waiter.following
        waiter.following = dead
        dead = address
      } else {
        live += 1
        last = address
      }
    }
  }

  /// Takes `sweeping` if the cell is pending, has waiters, and nobody else has it.
  ///
  /// - Parameter orAlone: Whether to take it without waiters as well.
  /// - Returns: The word before, or `nil`.
  @inline(__always)
  func startSweep(orAlone: Bool = false) -> UInt? {
    let closed = CellWord.settled | CellWord.claimed | CellWord.sweeping
    return update {
      $0 & closed == 0 && (orAlone || $0 & CellWord.list != 0) ? $0 | CellWord.sweeping : nil
    }
  }

  /// Gives up `sweeping`, and runs the waiters if the cell settled meanwhile (I5).
  func endSweep() {
    assert(word.load(ordering: .relaxed) & CellWord.sweeping != 0, "I5")
    // The list of a settled cell goes in the same step: where it was, the turn is from then on.
    let old = update {
      ($0 & CellWord.settled == 0 ? $0 : $0 & CellWord.flags) & ~CellWord.sweeping
    }
    guard let old, old & CellWord.settled != 0 else { return }
    ThreadState.run(self, waiters(old & CellWord.list))
  }
}

// MARK: - The end of a pending cell

extension Cell {
  /// The step of a cell that has no producer and never had one.
  ///
  /// A cell that goes away unsettled with a step nobody fired belongs to ``Future/never``: its
  /// waiters are forgotten, not told.
  static let silentStep: Step = { _, _ in .none }

  /// Leaves the cell pending for ever, and forgets its step.
  ///
  /// The caller owns the waiter's role (I3).
  func silence() {
    if Cell.isRemovable(word.load(ordering: .relaxed)) {
      _ = withdraw()
    } else {
      step = Cell.silentStep
      dropClosure()
    }
  }

  /// Releases what the waiter would have done.
  ///
  /// The caller owns the waiter's role (I3).
  func dropStep() {
    step = nil
    dropClosure()
  }

  /// Deals with the waiters of a cell that goes away unsettled.
  ///
  /// Called from `deinit`.
  ///
  /// Waiters are released one by one from a list of the thread, so that a chain of any length goes
  /// away in constant stack.
  private func abandonWaiters(_ list: UInt) {
    if let observer = takeOwnObserver() {
      observer.following = Cell.oldestFirst(list).raw
      ThreadState.run(Cell.abandonedSource, Waiters(raw: observer.retainedAddress))
      return
    }
    guard step != nil else {
      ThreadState.run(Cell.abandonedSource, Cell.oldestFirst(list))
      return
    }
    ThreadState.withCurrent { $0.release(list) }
  }

  /// A cell in the state that waiters see when their source is gone.
  @usableFromInline
  static let abandonedSource: Cell = {
    let cell = Cell()
    _ = cell.claim()
    _ = cell.publish(CellWord.settled | CellWord.failed)
    return cell
  }()

  private func reportUnobserved() {
    guard Diagnostics.isEnabled, let failure = loadFailure(), !isCancellation(failure) else {
      return
    }
    Diagnostics.report(.unobservedFailure, error: failure, site: creationSite)
  }

  /// Where the chain began; always `nil` in release builds.
  var creationSite: CreationSite? {
    #if DEBUG
    return site
    #else
    return nil
    #endif
  }

  /// Notes where the chain began; does nothing in release builds.
  @usableFromInline
  func noteSite(_ fileID: StaticString, _ line: UInt) {
    #if DEBUG
    site = CreationSite(fileID: fileID, line: line)
    #endif
  }
}

// MARK: - References as numbers

extension Cell {
  /// This cell with one reference added, as a number.
  @inlinable
  var retainedAddress: UInt {
    UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }

  /// The reference that `address` stands for.
  static func unmanaged(_ address: UInt) -> Unmanaged<Cell> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }

  /// The cell at `address`, without touching the reference that the number stands for.
  static func at(_ address: UInt) -> Cell { unmanaged(address).takeUnretainedValue() }

  /// The cell at `address`, taking over the reference that the number stands for.
  static func take(_ address: UInt) -> Cell { unmanaged(address).takeRetainedValue() }

  /// Drops the reference that `address` stands for.
  static func release(_ address: UInt) { unmanaged(address).release() }
}
