internal import Synchronization

/// A task that waits for a cell.
///
/// The continuation is resumed exactly once: `state` is moved away from `waiting` by the cell, or by the
/// cancellation of the task, whoever is first. It is stored before `state` becomes `waiting` and read by
/// whoever wins that race, which is what makes `@unchecked Sendable` and the unsafe continuation right.
/// No lock is held while the continuation is made.
@usableFromInline
final class Waiter: @unchecked Sendable {
  private enum State {
    static let new = 0
    static let waiting = 1
    static let over = 2
  }

  private let state = Atomic<Int>(State.new)
  private var continuation: UnsafeContinuation<Bool, Never>?

  @usableFromInline
  init() {}

  /// Suspends the current task until `cell` settles or ``cancel(_:)`` is called.
  ///
  /// - Returns: Whether the cell has settled.
  @usableFromInline
  nonisolated(nonsending) func wait(for cell: Cell) async -> Bool {
    await withUnsafeContinuation { continuation in
      self.continuation = continuation
      let (isWaiting, _) = state.compareExchange(
        expected: State.new,
        desired: State.waiting,
        ordering: .acquiringAndReleasing
      )
      guard isWaiting else {
        continuation.resume(returning: cell.isSettled)
        return
      }
      let observer = Cell(removableStep: { [self] source, _ in
        resume(returning: true)
        return .none
      })
      self.observer.withLock { $0 = observer }
      cell.observe(observer)
      if state.load(ordering: .acquiring) == State.over { withdraw(from: cell) }
    }
  }

  /// Ends the wait early, from any thread, at any time.
  @usableFromInline
  func cancel(_ cell: Cell) {
    let (wasNew, _) = state.compareExchange(
      expected: State.new,
      desired: State.over,
      ordering: .acquiringAndReleasing
    )
    if wasNew { return }
    resume(returning: false)
    withdraw(from: cell)
  }

  private let observer = Locked<Cell?>(nil)

  private func resume(returning isSettled: Bool) {
    let (won, _) = state.compareExchange(
      expected: State.waiting,
      desired: State.over,
      ordering: .acquiringAndReleasing
    )
    if won { continuation?.resume(returning: isSettled) }
  }

  private func withdraw(from cell: Cell) {
    let observer = observer.withLock { observer in
      defer { observer = nil }
      return observer
    }
    if let observer, observer.withdraw() { cell.noteWithdrawal() }
  }
}
