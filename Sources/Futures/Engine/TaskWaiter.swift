internal import Synchronization

/// A task that waits for a cell: a removable waiter that resumes it.
///
/// The continuation is resumed exactly once, by the thread that claims the word: the cell that
/// settles, or the cancellation of the task. It is stored before `bound` is set in the word. A
/// cancellation that claims the word before that leaves the resuming to the task, which sees the
/// claim when it sets `bound`; one that claims it afterwards sees `bound`, and with it the
/// continuation. This justifies `@unchecked Sendable` and the unsafe continuation.
@usableFromInline
final class TaskWaiter: Cell, @unchecked Sendable {
  @exclusivity(unchecked) private var continuation: UnsafeContinuation<Void, Never>?

  @usableFromInline
  init() {
    super.init(word: CellState.removable) { _, waiter in
      unsafeDowncast(waiter, to: TaskWaiter.self).continuation?.resume()
      return .none
    }
  }

  /// Resumes a task once `cell` settles, or ``cancel(_:)`` is called.
  @usableFromInline
  func resume(_ continuation: UnsafeContinuation<Void, Never>, after cell: Cell) {
    self.continuation = continuation
    let old = word.bitwiseOr(CellState.bound, ordering: .acquiringAndReleasing).oldValue
    if CellState(bits: old).has(CellState.claimed) {
      continuation.resume()
      return
    }
    cell.observe(self)
    // A cancellation that was faster has withdrawn a waiter that was not in the list yet.
    if isWithdrawn { cell.noteWithdrawal() }
  }

  /// Ends the wait early, from any thread, at any time.
  @usableFromInline
  func cancel(_ cell: Cell) {
    guard let old = claimRemovable() else { return }
    step = nil
    if !old.has(CellState.bound) { return }
    continuation?.resume()
    cell.noteWithdrawal()
  }
}

extension Cell {
  // Part of the caller's function: each asynchronous function between the task and its
  // continuation switches executors once more on the way back.

  /// Suspends the current task until this cell settles.
  ///
  /// - Parameter heedsCancellation: Whether the wait ends, too, when the task is cancelled.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func wait(heedingCancellation heedsCancellation: Bool) async {
    let cell = isSettled ? cellToAwait : self
    let waiter = TaskWaiter()
    if !heedsCancellation {
      return await withUnsafeContinuation { waiter.resume($0, after: cell) }
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter.resume($0, after: cell) }
    } onCancel: {
      waiter.cancel(cell)
    }
  }

  /// This cell, or one that stays pending if this one was abandoned: an abandoned cell has no
  /// outcome, so the tasks that await it are not resumed.
  @usableFromInline
  var cellToAwait: Cell { isAbandoned ? Cell(step: Cell.silentStep) : self }
}
