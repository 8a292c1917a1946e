#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// What the engine remembers of the current thread: how deep callbacks are nested, and what waits
/// until they have returned.
///
/// Never leaves its thread, so nothing here is synchronised. Its address lives in a thread-specific
/// slot of the operating system, which owns one reference and gives it back when the thread ends.
@usableFromInline
final class ThreadState {
  /// Callbacks nested deeper than this wait for the frame at the limit; see ``run(_:_:)``.
  static var depthLimit: Int { 20 }

  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var frames: [Frame] = []
  @exclusivity(unchecked) private var deferred: [Frame] = []
  @exclusivity(unchecked) private var nextDeferred = 0
  @exclusivity(unchecked) private var isReleasing = false
  @exclusivity(unchecked) private var toRelease: [UInt] = []

  /// Waiters that still have to see how `source` settled.
  private struct Frame {
    let source: Cell
    let waiters: UInt
  }

  /// Runs the waiters of a settled cell, and theirs, depth first.
  ///
  /// A chain takes no stack, however long it is: each waiter says which waiters come next. Only
  /// callbacks that complete further futures nest. Up to ``depthLimit`` levels they run inside each
  /// other; deeper ones are put off and run, on this thread and in order, before the callback at the
  /// limit returns.
  @usableFromInline
  static func run(_ source: Cell, _ waiters: Waiters) {
    if waiters.isEmpty { return }
    current.run(source, waiters.raw)
  }

  /// Runs what a step outside of a list left to do; `waiter` is the cell that was stepped.
  static func follow(_ waiters: Waiters, of waiter: consuming Cell) {
    if waiters.isEmpty { return }
    let (source, list) = resolve(waiters, of: consume waiter)
    if list != 0 { current.run(source, list) }
  }

  private func run(_ source: Cell, _ waiters: UInt) {
    guard depth < ThreadState.depthLimit else {
      deferred.append(Frame(source: source, waiters: waiters))
      return
    }
    depth += 1
    drive(source, waiters)
    if depth == ThreadState.depthLimit { drainDeferred() }
    depth -= 1
  }

  /// Runs everything that was put off on this thread.
  ///
  /// For those who are about to block it.
  func drainDeferred() {
    guard nextDeferred < deferred.count else { return }
    let outer = depth
    depth = ThreadState.depthLimit
    while nextDeferred < deferred.count {
      let frame = deferred[nextDeferred]
      nextDeferred += 1
      if nextDeferred == deferred.count {
        deferred.removeAll(keepingCapacity: nextDeferred <= 64)
        nextDeferred = 0
      } else if nextDeferred >= 1024 && nextDeferred * 2 >= deferred.count {
        deferred.removeFirst(nextDeferred)
        nextDeferred = 0
      }
      drive(frame.source, frame.waiters)
    }
    depth = outer
  }

  private func drive(_ first: Cell, _ waiters: UInt) {
    var source = first
    var list = waiters
    let base = frames.count
    while true {
      let failed = source.state & CellWord.failed != 0
      while list != 0 {
        let waiter = Cell.take(list)
        list = waiter.next
        waiter.next = 0
        if failed && !waiter.ignoresFailure { source.markObserved() }
        let produced = waiter.fire(from: source)
        if produced.isEmpty { continue }
        if list != 0 { frames.append(Frame(source: source, waiters: list)) }
        (source, list) = ThreadState.resolve(produced, of: consume waiter)
        break
      }
      if list == 0 {
        guard frames.count > base else { return }
        let frame = frames.removeLast()
        (source, list) = (frame.source, frame.waiters)
      }
    }
  }

  /// The cell and the list to go on with after `waiter` was stepped.
  private static func resolve(_ produced: Waiters, of waiter: consuming Cell) -> (Cell, UInt) {
    var produced = produced
    var cell = waiter
    while produced.raw & 1 != 0 {
      (cell, produced) = Cell.adopt(Cell.take(produced.raw & ~1), by: consume cell)
    }
    return (cell, produced.raw)
  }

  /// Drops the references of a list, and what those bring along, without recursion.
  func release(_ list: UInt) {
    toRelease.append(list)
    if isReleasing { return }
    isReleasing = true
    while let list = toRelease.popLast() {
      var address = list
      while address != 0 {
        let waiter = Cell.take(address)
        address = waiter.next
        waiter.next = 0
        waiter.silence()
      }
    }
    isReleasing = false
  }
}

// MARK: - Finding the state of this thread

extension ThreadState {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { state in
      #if canImport(Darwin)
      Unmanaged<ThreadState>.fromOpaque(state).release()
      #else
      if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
      #endif
    }
    precondition(status == 0, "Futures: the process has no thread-specific slot left")
    return key
  }()

  /// The state of the calling thread, made on first use.
  static var current: ThreadState {
    if let address = pthread_getspecific(key) {
      return Unmanaged<ThreadState>.fromOpaque(address).takeUnretainedValue()
    }
    let state = ThreadState()
    pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
    return state
  }
}
