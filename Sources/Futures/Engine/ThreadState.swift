/// The engine's state of a thread: how deep callbacks are nested, and the waiters that are deferred
/// until they return.
///
/// It never leaves its thread, so nothing here is synchronized. A thread-specific slot of the
/// operating system owns a reference and releases it when the thread ends.
@usableFromInline
final class ThreadState {
  /// The depth from which nested callbacks are deferred; see ``run(_:_:)``.
  ///
  /// Its number is also in the documentation of `ExecutionContext.inline`, in InlineContextTests,
  /// and among the defects of the engine.
  static var depthLimit: Int { 20 }

  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var frames: [Frame] = []
  @exclusivity(unchecked) private var deferred = FrameQueue()
  @exclusivity(unchecked) private var isReleasing = false
  /// Whether this thread is on the main actor, determined at most once per outermost callback.
  @exclusivity(unchecked) private var onMainActor: Bool?
  @exclusivity(unchecked) private var toRelease: [UInt] = []
  /// The waiter of an await that has ended, for the next one (``TaskWaiter/make()``).
  @exclusivity(unchecked) var spareWaiter: TaskWaiter?

  /// Runs the waiters of a settled cell, and theirs, depth first.
  ///
  /// A chain of any length takes constant stack: each waiter returns the waiters that come next.
  /// Only callbacks that complete further futures nest. Callbacks nested deeper than ``depthLimit``
  /// levels are deferred, and run on this thread and in order before the callback at the limit
  /// returns.
  @usableFromInline
  static func run(_ source: Cell, _ waiters: Waiters) {
    if waiters.isEmpty { return }
    if CurrentScope.isEntered { return outsideOfScopes { run(source, waiters) } }
    withCurrent { thread in
      guard thread.depth < depthLimit else {
        thread.putOff(source, waiters)
        return
      }
      thread.depth += 1
      thread.start(source, waiters)
      thread.leave()
    }
  }

  /// Runs a waiter that was never in a list because its source had settled.
  static func run(_ source: Cell, only waiter: Cell) {
    if CurrentScope.isEntered { return outsideOfScopes { run(source, only: waiter) } }
    withCurrent { thread in
      guard thread.depth < depthLimit else {
        thread.putOff(source, Waiters(raw: waiter.retainedAddress))
        return
      }
      thread.depth += 1
      if source.state.isFailure && !waiter.ignoresFailure { source.markObserved() }
      let waiters = waiter.fire(from: source)
      // The waiter is retained only if something follows.
      if !waiters.isEmpty { follow(waiters, of: waiter) }
      thread.leave()
    }
  }

  /// Runs the step of a plain observer of a settled cell, without the allocation of a waiter.
  static func run(_ source: Cell, plainObserver step: @escaping Step, ignoresFailure: Bool) {
    if CurrentScope.isEntered {
      return outsideOfScopes {
        run(source, plainObserver: step, ignoresFailure: ignoresFailure)
      }
    }
    withCurrent { thread in
      guard thread.depth < depthLimit else {
        let observer = Cell(
          plainObserver: Cell.ObserverStep(run: step),
          ignoresFailure: ignoresFailure
        )
        thread.putOff(source, Waiters(raw: observer.retainedAddress))
        return
      }
      thread.depth += 1
      if !ignoresFailure { source.markObserved() }
      _ = step(source, source)
      thread.leave()
    }
  }

  /// Runs the waiters that a step outside of a list returned; `waiter` is the cell of the step.
  static func follow(_ waiters: Waiters, of waiter: consuming Cell) {
    if waiters.isEmpty { return }
    follow(waiters, of: Unmanaged.passRetained(consume waiter))
  }

  /// The same, with an owned reference to the cell.
  static func follow(_ waiters: Waiters, of waiter: Unmanaged<Cell>) {
    if waiters.isEmpty { return waiter.release() }
    let (source, list) = resolve(waiters, of: waiter)
    source._withUnsafeGuaranteedRef { run($0, Waiters(raw: list)) }
    source.release()
  }

  /// Runs everything that was deferred on this thread.
  ///
  /// Called before the thread is blocked.
  static func drainDeferred() {
    if CurrentScope.isEntered { return outsideOfScopes { drainDeferred() } }
    withCurrent { thread in
      let outer = thread.depth
      thread.depth = depthLimit
      thread.drainDeferred()
      thread.depth = outer
      thread.onMainActor = nil
    }
  }

  /// Whether the calling thread is on the main actor.
  ///
  /// A synchronous callback cannot leave the main actor, and one that enters it does so on another
  /// thread, so the answer holds until the outermost callback of this thread returns. Called inside
  /// of one.
  static var isOnMainActor: Bool {
    var result = false
    withCurrent { thread in
      assert(thread.depth > 0)
      if thread.onMainActor == nil { thread.onMainActor = MainQueue.isCurrent }
      result = thread.onMainActor == true
    }
    return result
  }

  /// Whether a callback of the calling thread would be deferred.
  static var isPuttingOff: Bool {
    var result = false
    withCurrent { result = $0.depth >= depthLimit }
    return result
  }

  // Callers raise `depth`, and call this after the work, instead of passing it as a closure: what a
  // closure captures is retained, which costs four atomic operations for each completion.

  /// Ends a callback, after running those that were deferred until then.
  @inline(__always)
  private func leave() {
    if depth == ThreadState.depthLimit { drainDeferred() }
    depth -= 1
    if depth == 0 { onMainActor = nil }
  }

  /// Runs callbacks outside of the scope, and of the work, of the code that completes their future.
  @inline(never)
  private static func outsideOfScopes(_ body: () -> Void) {
    CurrentScope.outside(body)
  }

  private func putOff(_ source: Cell, _ waiters: Waiters) {
    deferred.append(Frame(source: Unmanaged.passRetained(source), waiters: waiters.raw))
  }

  @inline(never)
  private func drainDeferred() {
    while let frame = deferred.popFirst() {
      start(frame.source.takeRetainedValue(), Waiters(raw: frame.waiters))
    }
  }

  /// Runs the waiters of a settled cell, its own observer first.
  private func start(_ source: Cell, _ waiters: Waiters) {
    if waiters.startWithOwnObserver { source.runOwnObserver() }
    let others = waiters.others
    if others.isEmpty { return }
    withExtendedLifetime(source) { drive(Unmanaged.passUnretained(source), others.raw) }
  }

  /// Runs a list, oldest first.
  ///
  /// Only the cell of a promise has its own observer, and steps settle the cell of a promise only
  /// through ``run(_:_:)``. So there are only lists here.
  ///
  /// Owns the references of the list. The caller keeps `source` alive in the meantime.
  private func drive(_ source: Unmanaged<Cell>, _ waiters: UInt) {
    var source = source
    var ownsSource = false
    var list = waiters
    let outermost = frames.count
    while true {
      let failed = source._withUnsafeGuaranteedRef { $0.state.isFailure }
      while list != 0 {
        let waiter = Cell.unmanaged(list)
        let produced = waiter._withUnsafeGuaranteedRef { waiter in
          list = waiter.following
          return source._withUnsafeGuaranteedRef { source in
            if failed && !waiter.ignoresFailure { source.markObserved() }
            return waiter.fire(from: source)
          }
        }
        if produced.isEmpty {
          waiter.release()
          continue
        }
        if list != 0 {
          frames.append(Frame(source: source, waiters: list, ownsSource: ownsSource))
        } else if ownsSource {
          source.release()
        }
        (source, list) = ThreadState.resolve(produced, of: waiter)
        ownsSource = true
        break
      }
      if list == 0 {
        if ownsSource { source.release() }
        guard frames.count > outermost else { return }
        let frame = frames.removeLast()
        (source, list, ownsSource) = (frame.source, frame.waiters, frame.ownsSource)
      }
    }
  }

  /// Returns the cell and the list to continue with after the step of `waiter`.
  ///
  /// Takes and returns owned references.
  private static func resolve(
    _ produced: Waiters,
    of waiter: Unmanaged<Cell>
  ) -> (Unmanaged<Cell>, UInt) {
    var produced = produced
    var cell = waiter
    while produced.isCellToAdopt {
      (cell, produced) = Cell.adopt(Cell.unmanaged(produced.raw & ~1), by: cell)
    }
    return (cell, produced.raw)
  }

  /// Releases the references of a list, and the lists that follow, without recursion.
  func release(_ list: UInt) {
    toRelease.append(list)
    if isReleasing { return }
    isReleasing = true
    while let list = toRelease.popLast() {
      var address = list
      while address != 0 {
        let waiter = Cell.take(address)
        address = waiter.following
        waiter.silence()
      }
    }
    isReleasing = false
  }
}
