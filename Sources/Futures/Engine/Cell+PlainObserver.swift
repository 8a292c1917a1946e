// Observers without a future of their own, inline and without a token, are by far the most frequent kind
// where many wait for one future. Those registered one after another share a waiter.

extension Cell {
  /// The steps of observers that share a waiter, in order of registration.
  ///
  /// Each in a struct: a bare closure would be wrapped, at the price of an allocation, to fit the array's
  /// generic element.
  typealias Group = ContiguousArray<GroupedStep>

  struct GroupedStep {
    let run: Step
  }

  /// Makes a waiter for an observer that cannot be removed, has no outcome and looks at failures.
  convenience init(plainObserver step: @escaping Step) {
    self.init(step: step)
    next = CellWord.plainObserver
  }

  /// Whether this waiter was made by ``init(plainObserver:)``.
  var isPlainObserver: Bool { next & CellWord.plainObserver != 0 }

  /// Runs the step of an observer once this cell settles: now, on this thread, if it has.
  ///
  /// - Parameters:
  ///   - context: Where the step runs.
  ///   - token: Once cancelled, the step is destroyed.
  ///   - step: Called with the settled source; its second argument means nothing.
  @usableFromInline
  func observe(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    plainObserver step: @escaping Step
  ) {
    guard context.isInline && token.isNone else {
      observe(Cell(step: step), on: context, cancellation: token, as: nil)
      return
    }
    if isSettled {
      ThreadState.run(self, plainObserver: step)
    } else if !joinGroup(step) {
      observe(Cell(plainObserver: step))
    }
  }

  /// Adds the step to the newest waiter if that is a plain observer.
  ///
  /// The waiter is only looked at under `sweeping`: until then it could be fired and freed at any moment.
  private func joinGroup(_ step: @escaping Step) -> Bool {
    guard let old = startSweep() else { return false }
    let joins = Cell.unmanaged(old & CellWord.list)._withUnsafeGuaranteedRef { newest in
      guard newest.isPlainObserver else { return false }
      newest.addToGroup(GroupedStep(run: step))
      return true
    }
    endSweep()
    return joins
  }

  @inline(__always)
  private func addToGroup(_ step: GroupedStep) {
    if payload.0 == 0 {
      var group = Group()
      group.reserveCapacity(4)
      payloadAddress.initializeMemory(as: Group.self, to: group)
    }
    payloadAddress.assumingMemoryBound(to: Group.self).pointee.append(step)
  }

  /// Runs the steps that were added to this observer.
  ///
  /// Each is released right after it ran.
  func runGroup(from source: Cell) {
    guard var group = takeGroup() else { return }
    group.reverse()
    while let step = group.popLast() { _ = step.run(source, self) }
  }

  /// Moves the steps out of the payload.
  func takeGroup() -> Group? {
    if payload.0 == 0 { return nil }
    let group = payloadAddress.assumingMemoryBound(to: Group.self).move()
    payload.0 = 0
    return group
  }
}
