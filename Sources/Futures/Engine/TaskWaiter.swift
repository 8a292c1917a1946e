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
  init() { super.init(word: CellState.removable, step: TaskWaiter.resuming) }

  private static let resuming: Step = { _, waiter in
    unsafeDowncast(waiter, to: TaskWaiter.self).continuation?.resume()
    return .none
  }

  /// Resumes a task once `cell` settles, or ``cancel(_:)`` is called.
  @usableFromInline
  func resume(_ continuation: UnsafeContinuation<Void, Never>, after cell: Cell) {
    self.continuation = continuation
    let old = word.bitwiseOr(CellState.bound, ordering: .acquiringAndReleasing).oldValue
    if CellState(bits: old).has(CellState.claimed) {
      // It would have observed a failure, as a task that is cancelled later has.
      cell.observeInAdvance()
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

// MARK: - Reuse

// A thread keeps the waiter of the last await that ended there for the next one that starts there,
// which saves an allocation: `futures-bench allocations` counts two for each call of
// `await-pending`, those of the promise.

extension TaskWaiter {
  /// Returns a waiter that no other code refers to.
  @usableFromInline
  static func make() -> TaskWaiter {
    var spare: TaskWaiter?
    ThreadState.withCurrent { spare = $0.spareWaiter.take() }
    return spare ?? TaskWaiter()
  }

  /// Keeps a waiter for the next call of ``make()`` on this thread, once its await has ended.
  ///
  /// A waiter that is still in a list, because it was withdrawn, or that is still running on
  /// another thread, has further references and is released.
  @usableFromInline
  static func keep(_ waiter: consuming TaskWaiter) {
    guard isKnownUniquelyReferenced(&waiter) else { return }
    waiter.word.store(CellState.removable, ordering: .relaxed)
    waiter.next = 0
    waiter.step = resuming
    waiter.continuation = nil
    let spare = consume waiter
    ThreadState.withCurrent { $0.spareWaiter = spare }
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
    let waiter = TaskWaiter.make()
    if heedsCancellation {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { waiter.resume($0, after: cell) }
      } onCancel: {
        waiter.cancel(cell)
      }
    } else {
      await withUnsafeContinuation { waiter.resume($0, after: cell) }
    }
    // The runtime orders what other threads did with the waiter before this: it resumes the task,
    // and counts references. The sanitizer sees neither.
    #if !TENON_TSAN
    TaskWaiter.keep(waiter)
    #endif
  }

  /// Suspends the current task until this cell settles, or until the task is cancelled.
  ///
  /// - Parameter cancelled: Called when the task is cancelled.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func wait(onCancel cancelled: @Sendable () -> Void) async {
    let cell = isSettled ? cellToAwait : self
    let waiter = TaskWaiter.make()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter.resume($0, after: cell) }
    } onCancel: {
      waiter.cancel(cell)
      cancelled()
    }
    #if !TENON_TSAN
    TaskWaiter.keep(waiter)
    #endif
  }

  /// This cell, or one that stays pending if this one was abandoned: an abandoned cell has no
  /// outcome, so the tasks that await it are not resumed.
  @usableFromInline
  var cellToAwait: Cell { isAbandoned ? Cell(step: Cell.silentStep) : self }
}
