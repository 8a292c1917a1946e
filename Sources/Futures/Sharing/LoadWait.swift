/// The wait of one load for another, until it ends or is released.
///
/// A load waits for another if code that belongs to it requests the value of the other: its task,
/// tasks that inherit from it, and closures that they have registered.
@usableFromInline
final class LoadWait: Sendable {
  /// The loads that each load waits for.
  ///
  /// One for the process, as a cycle may span several objects: whichever request comes second finds
  /// the first. Only requests that a load makes take its lock. It is held while no key is compared,
  /// and no load is released.
  private static let all = Locked<[ObjectIdentifier: [Interest]]>([:])

  private let waiter: Interest
  private let target: Interest
  private let isOver = Locked(false)

  private init(of waiter: Interest, for target: Interest) {
    self.waiter = waiter
    self.target = target
  }

  deinit { end() }

  /// Notes that a load waits for another, unless that closes a cycle.
  ///
  /// - Returns: The wait, or the loads of the cycle, from `target` to `target`.
  fileprivate static func begin(
    of waiter: Interest,
    for target: Interest
  ) -> (wait: LoadWait?, cycle: [Interest]) {
    let cycle = all.withLock { waits -> [Interest]? in
      if let way = path(from: target, to: waiter, in: waits) { return way }
      waits[ObjectIdentifier(waiter), default: []].append(target)
      return nil
    }
    if let cycle { return (nil, cycle + [target]) }
    return (LoadWait(of: waiter, for: target), [])
  }

  /// The load waits no longer.
  @usableFromInline
  func end() {
    let wasOver = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    if wasOver { return }
    let id = ObjectIdentifier(waiter)
    // The references of this object are not the last ones to be released here.
    LoadWait.all.withLock { waits in
      guard let index = waits[id]?.firstIndex(where: { $0 === target }) else { return }
      waits[id]?.remove(at: index)
      if waits[id]?.isEmpty == true { waits[id] = nil }
    }
  }

  /// The loads on a way from one load to another, of which each waits for the next; `nil` if there
  /// is none.
  private static func path(
    from start: Interest,
    to end: Interest,
    in waits: [ObjectIdentifier: [Interest]]
  ) -> [Interest]? {
    if start === end { return [start] }
    // Each load that was reached, with the one before it.
    var before: [ObjectIdentifier: Interest] = [ObjectIdentifier(start): start]
    var next = [start]
    while let load = next.popLast() {
      // What a load has left behind does not matter once it has ended.
      if load.isOver { continue }
      for other in waits[ObjectIdentifier(load)] ?? []
      where before[ObjectIdentifier(other)] == nil {
        before[ObjectIdentifier(other)] = load
        if other === end { return path(to: end, from: start, along: before) }
        next.append(other)
      }
    }
    return nil
  }

  private static func path(
    to end: Interest,
    from start: Interest,
    along before: [ObjectIdentifier: Interest]
  ) -> [Interest] {
    var path = [end]
    while let last = path.last, last !== start, let load = before[ObjectIdentifier(last)] {
      path.append(load)
    }
    return path.reversed()
  }
}

/// How the caller of a load begins to wait for it.
@usableFromInline
enum WaitEntry: Sendable {
  /// The caller belongs to no load.
  case outside
  /// The load that the caller belongs to waits.
  case inside(LoadWait)
  /// The load that the caller belongs to would wait for itself.
  case cycle(LoadCycle)

  /// The wait is over.
  @inlinable
  func end() { if case .inside(let wait) = self { wait.end() } }
}

extension Interest {
  /// Begins the wait of the caller for this load.
  @usableFromInline
  func enterWait() -> WaitEntry {
    // A load that has ended waits for nothing, though what it has started may go on.
    guard let waiter = CurrentScope.work as? Interest, !waiter.isOver else { return .outside }
    let (wait, cycle) = LoadWait.begin(of: waiter, for: self)
    if let wait { return .inside(wait) }
    // The descriptions of keys are made without the lock.
    return .cycle(LoadCycle(of: cycle))
  }
}
