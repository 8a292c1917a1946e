internal import Synchronization

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
    if relaxedState.isRemovable {
      _ = withdraw()
    } else {
      dropStep()
      step = Cell.silentStep
    }
  }

  /// Releases what the waiter would have done.
  ///
  /// The caller owns the waiter's role (I3).
  func dropStep() {
    step = nil
    dropClosure()
    if next & WaiterFlags.delivered != 0 { forgetDelivery() }
  }

  /// Deals with the waiters of a cell that goes away unsettled.
  ///
  /// Called from `deinit`.
  ///
  /// Waiters are released one by one from a list of the thread, so that a chain of any length goes
  /// away in constant stack.
  func abandonWaiters(_ list: UInt) {
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
    _ = cell.publish(failed: true)
    return cell
  }()

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
