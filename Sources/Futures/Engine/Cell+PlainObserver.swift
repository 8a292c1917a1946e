// Where many observers wait for one future, most are inline observers without a token. Those that
// are registered one after another share a waiter, which saves an allocation for each:
// `futures-bench allocations` counts one for each observer of `fan-out`, its closure.

extension Cell {
  /// The steps of observers that share a waiter, in order of registration.
  ///
  /// Each is in a struct: a bare closure would be wrapped to fit the array's generic element, which
  /// allocates.
  typealias Group = ContiguousArray<ObserverStep>

  /// The step of an observer, and the closure that it takes from its waiter.
  struct ObserverStep {
    let run: Step
    var closure: ErasedClosure?

    /// The remainder of a step that has run.
    static var nothing: ObserverStep { ObserverStep(run: Cell.silentStep) }
  }

  /// Creates a waiter for an observer that cannot be removed and has no outcome.
  ///
  /// - Parameters:
  ///   - step: The step of the observer.
  ///   - tag: See ``tag``; the two highest bits are clear.
  ///   - ignoresFailure: Whether this does not count as observing a failure.
  convenience init(
    plainObserver step: ObserverStep,
    tag: UInt = 0,
    ignoresFailure: Bool
  ) {
    self.init(step: step.run)
    if let closure = step.closure { storeClosure(closure) }
    next = WaiterFlags.plainObserver | (ignoresFailure ? WaiterFlags.ignoresFailure : 0)
    if tag != 0 { withdrawals = tag }
  }

  /// Whether this waiter was created by ``init(plainObserver:tag:ignoresFailure:)``.
  var isPlainObserver: Bool { next & WaiterFlags.plainObserver != 0 }

  /// Runs the step of an observer once this cell settles: now, on this thread, if it has.
  ///
  /// A tag is stored next to the step, which then needs no room for it. Observers with the same tag
  /// that are registered one after another share a waiter, which holds the tag for them.
  ///
  /// - Parameters:
  ///   - tag: A number whose two highest bits are clear; zero for none.
  ///   - ignoresFailure: Whether this does not count as observing a failure.
  ///   - step: Called with the settled source, and a waiter that has the tag. Without a tag, the
  ///     second argument has no meaning.
  @usableFromInline
  func observe(tag: UInt = 0, ignoresFailure: Bool = false, _ step: consuming @escaping Step) {
    observe(ObserverStep(run: consume step), tag: tag, ignoresFailure: ignoresFailure)
  }

  /// The same for a step that takes a closure from its waiter.
  func observe(_ step: consuming ObserverStep, tag: UInt = 0, ignoresFailure: Bool) {
    assert(tag & OwnObserverFlags.mask == 0)
    if isSettled, tag == 0, step.closure == nil {
      ThreadState.run(self, plainObserver: step.run, ignoresFailure: ignoresFailure)
      return
    }
    var step = Optional(consume step)
    takeIn(&step, tag: tag, ignoresFailure: ignoresFailure)
    if let step { observe(Cell(plainObserver: step, tag: tag, ignoresFailure: ignoresFailure)) }
  }

  /// Calls `body` when this cell settles; does not count as observing a failure.
  ///
  /// For the library's own clean-ups. They rely on the order of registration: a timeout inside
  /// `retry` ends its work before the next attempt starts.
  func whenSettled(_ body: @escaping @Sendable () -> Void) {
    observe(ignoresFailure: true) { _, _ in
      body()
      return .none
    }
  }

  /// The tag of the observer whose step got this cell as its waiter; zero without one.
  ///
  /// The caller owns the waiter's role (I3).
  @usableFromInline
  var tag: UInt { hasOwnObserver ? next : withdrawals }

  /// Takes the step, to store it without a separate waiter: in this cell, if it is that of a
  /// promise and has no waiter yet, or with the newest waiter, if that is a plain observer with the
  /// same tag.
  ///
  /// That waiter is only inspected under `sweeping`: before, it can be fired and freed at any
  /// moment.
  @inline(__always)
  private func takeIn(_ step: inout ObserverStep?, tag: UInt, ignoresFailure: Bool) {
    guard let old = startSweep() ?? (isOfPromise ? startSweep(orAlone: true) : nil) else { return }
    if old.newest == 0 {
      keepOwnObserver(&step, tag: tag, ignoresFailure: ignoresFailure)
    } else {
      Cell.unmanaged(old.newest)._withUnsafeGuaranteedRef { newest in
        guard newest.isPlainObserver, newest.withdrawals == tag,
          newest.ignoresFailure == ignoresFailure, newest.hasRoomInGroup
        else { return }
        if let step = step.take() { newest.addToGroup(step) }
      }
    }
    endSweep()
  }

  /// The capacities of a group: the first, and the one with which its waiter is full.
  ///
  /// A full group takes less than 1,024 bytes. For larger blocks, glibc's allocator first merges
  /// all small blocks that are free, which slows down the allocations that follow.
  private static var groupCapacities: (first: Int, last: Int) { (4, 30) }

  /// Whether another step can be added.
  @inline(__always)
  private var hasRoomInGroup: Bool {
    payload.0 == 0 || group.pointee.count < Cell.groupCapacities.last
  }

  private var group: UnsafeMutablePointer<Group> {
    payloadAddress.assumingMemoryBound(to: Group.self)
  }

  @inline(__always)
  private func addToGroup(_ step: ObserverStep) {
    if payload.0 == 0 {
      var group = Group()
      group.reserveCapacity(Cell.groupCapacities.first)
      payloadAddress.initializeMemory(as: Group.self, to: group)
    } else if group.pointee.count == Cell.groupCapacities.first {
      group.pointee.reserveCapacity(Cell.groupCapacities.last)
    }
    group.pointee.append(step)
  }

  /// Runs the steps that were added to this observer.
  ///
  /// Each is released right after it ran.
  func runGroup(from source: Cell) {
    guard var group = takeGroup() else { return }
    group.withUnsafeMutableBufferPointer { steps in
      for index in steps.indices {
        var step = steps.moveElement(from: index)
        steps.initializeElement(at: index, to: .nothing)
        if let closure = step.closure.take() { storeClosure(closure) }
        _ = step.run(source, self)
      }
    }
  }

  /// Moves the steps out of the payload.
  func takeGroup() -> Group? {
    if payload.0 == 0 { return nil }
    let steps = group.move()
    payload.0 = 0
    return steps
  }
}
