internal import Synchronization

extension Cell {
  /// The step of a cell that has no producer and never had one.
  ///
  /// A cell that ends unsettled with a step that was not fired belongs to ``Future/never``: its
  /// waiters are released and do not run.
  static let silentStep: Step = { _, _ in .none }

  /// Creates a pending cell for a result that several others decide; nothing is reported if it is
  /// deallocated unsettled.
  @usableFromInline
  static func undecided() -> Cell {
    let cell = Cell(step: Cell.silentStep)
    cell.noteInScope()
    return cell
  }

  /// Leaves the cell pending forever, and releases its step.
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

  /// Releases the step of the waiter and its closure.
  ///
  /// The caller owns the waiter's role (I3).
  func dropStep() {
    if next & WaiterFlags.delivered != 0 { return dropDelivery() }
    step = nil
    dropClosure()
  }

  /// Runs or releases the waiters of a cell that ends unsettled.
  ///
  /// Called from `deinit`.
  ///
  /// Waiters are released one by one from a list of the thread, so that a chain of any length is
  /// released in constant stack.
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

  /// A cell in the state of a source that was released unsettled.
  @usableFromInline
  static let abandonedSource: Cell = {
    let cell = Cell()
    _ = cell.claim()
    _ = cell.publish(failed: true)
    return cell
  }()

  /// Reports a failure that is released without having been observed.
  ///
  /// Called from `deinit`.
  func reportUnobserved() {
    guard Diagnostics.isEnabled, let failure = loadFailure(), !isCancellation(failure) else {
      return
    }
    Diagnostics.report(.unobservedFailure, error: failure, site: creationSite)
  }

  /// The place where the chain began; always `nil` in release builds.
  var creationSite: CreationSite? {
    #if DEBUG
    return site
    #else
    return nil
    #endif
  }

  /// The place where the chain began, to pass it on; line zero stands for none.
  @usableFromInline
  var placeOfOrigin: (fileID: StaticString, line: UInt) {
    creationSite.map { ($0.fileID, $0.line) } ?? ("", 0)
  }

  /// Records where the chain began, unless the line is zero; does nothing in release builds.
  @usableFromInline
  func noteSite(_ fileID: StaticString, _ line: UInt) {
    #if DEBUG
    if line > 0 { site = CreationSite(fileID: fileID, line: line) }
    #endif
  }
}
