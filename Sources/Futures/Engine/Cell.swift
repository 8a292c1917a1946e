#if !EXPLORE
public import Synchronization
#endif

// The compiler does not check data races and lifetimes here. These classes are
// `@unchecked Sendable`: `Cell`, its subclasses (`PromiseCell`, `TaskWaiter`, `Relay`, and in other
// folders `MainActorCell`, `ContextCell`, their subclasses, and `IndexedWaiter`), and `Visit`. A
// `ThreadState` never leaves its thread. Unsafe code is in the files of these types.
//
// A cell is the shared state behind a future, and a node in the list of waiters of another cell:
// `map` creates one cell that waits for its source and holds the result. So a link of a chain costs
// one object.
//
// Invariants
//
//  I1  `word` alone decides. The thread that moves it from pending to `claimed` (``claim()``) owns
//      `payload` and `payloadType` until it publishes; no thread reads them before `settled` is
//      set, with release/acquire ordering in between. They never change afterwards, until `deinit`.
//  I2  A waiter is reachable from one list at most. `next` belongs to that list: it is written by
//      the thread that pushes, before the waiter becomes reachable, and afterwards only by the
//      thread that owns the list: the one that published (it takes the list out of the word), or
//      the one that holds `sweeping`. Lists own their waiters: every address in `word` and `next`
//      is a +1 reference. The low bits of `next` are flags of the waiter itself.
//  I3  `step` and `closure` belong to the waiter's role. They are written before the waiter is
//      pushed and taken by the thread that fires the waiter. A removable waiter has no payload and
//      no waiters of its own, which leaves its word free: the thread that wins its `claimed` bit
//      takes the step. A plain observer has no payload either: under the same ownership as `next`,
//      its payload holds the steps of the observers after it (``Group``), or zero. The cell of a
//      promise waits for no other, so its `step` and `next` are free: they hold its first observer
//      and the tag of that observer, and belong to the owner of `withdrawals` (``PromiseCell``).
//  I4  `withdrawals` counts waiters that were removed, and has three flags on top of that. It
//      belongs to the thread that holds `sweeping`, or else to the one that has published. A plain
//      observer has no waiters: there it is the observer's tag, which is written before the
//      observer is pushed and never changes; so it is for a waiter of an input.
//  I5  The thread that publishes a cell takes its waiters, in the same step, and runs them once. It
//      publishes only while no thread sweeps, and no thread starts to sweep a cell that is claimed.
//  I6  No client code (closures, contexts, destruction of values) runs between the moment the word
//      is claimed and the moment it is published, except the move of the value into the payload;
//      and none runs while a thread works on the list (`sweeping`).
//  I7  The list bits of a settled cell are the turn of a façade's callbacks
//      (``takeTurn(orPark:)``): zero while it is free, otherwise ``CellState/turnTaken`` or the
//      newest of the visits that wait for it, a +1 reference. The link of a visit belongs to its
//      list, and a list that is taken out of the word to the owner of the turn.
//  I8  A stored property of a class object has one address for as long as the object lives, so the
//      address of `payload` may be used while the cell is referenced.
//
// `@unchecked Sendable` follows: every stored property is either the atomic word or is owned, at
// any moment, by exactly one thread as laid down in I1 to I4. `@exclusivity(unchecked)` follows
// likewise: there are never two accesses at once, so checking for them would only cost time.

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

  /// Creates a settled cell.
  @inlinable
  convenience init<Value>(value: consuming Value) {
    self.init(word: CellState.settled)
    storePayload(value)
  }

  /// Creates a failed cell.
  @inlinable
  convenience init<Failure: Error>(failure: consuming Failure) {
    self.init(word: CellState.settled | CellState.failed)
    storePayload(failure, isFailure: true)
  }

  /// Hands the waiter over, so that the step runs where it belongs.
  ///
  /// Abstract. Called once, if `next` has the flag ``WaiterFlags/delivered``, by the thread that
  /// fires the waiter.
  ///
  /// - Parameter source: The settled cell that the waiter waited for.
  /// - Returns: What is left to do if the step has run.
  func deliver(from source: Cell) -> Waiters { fatalError() }

  /// Releases the step, the closure and what ``deliver(from:)`` needs, where the closure belongs.
  ///
  /// Abstract. Called instead of ``deliver(from:)``, by the owner of the waiter's role (I3).
  func dropDelivery() { fatalError() }

  /// Whether this waiter has nothing left to do: it was withdrawn, or its outcome is known.
  ///
  /// Called for a waiter that is in a list, by the thread that owns the list, even while it sweeps:
  /// an implementation calls no code of clients, and never waits for a thread that waits for the
  /// sweep (I6).
  var isOver: Bool {
    let now = state
    return now.has(now.isRemovable ? CellState.claimed : CellState.settled)
  }

  deinit {
    defer { dropClosure() }
    let last = state
    guard last.isSettled else {
      if last.newest != 0 || hasOwnObserver {
        abandonWaiters(last.newest)
      } else if isPlainObserver {
        _ = takeGroup()
      }
      return
    }
    if let type = payloadType {
      if last.isUnobservedFailure, withdrawals & OwnObserverFlags.observedInAdvance == 0 {
        reportUnobserved()
      }
      destroyPayload(type)
    }
  }
}
