internal import Futures
internal import Workflows

// A function with several tasks is left when all of them seem to wait for calls. Something else
// that one of them awaits cannot be seen, but its end can, once the function has to return: nothing
// has resumed a task then, but no call has ended. So a function returns before what that means is
// written, and has longer the next time, if it was left too early.

/// A function of a run, which returns before its run is left.
protocol LeavableFunction: AnyObject, Sendable {
  /// The executor of the task that calls the function.
  var outer: (any TaskExecutor)? { get }

  /// Whether tasks other than that of the function may be running.
  var hasOtherTasks: Bool { get }

  /// Keeps calls from ending, and begins to note whether something else resumes a task.
  func beginLeaving()

  /// Ends the noting until calls have ended.
  func holdNoting()

  /// Ends the calls, and resumes the noting.
  func endCalls()

  /// Returns, when the function has returned, whether something else than a call resumed a task.
  func hasResumedOtherwise() async -> Bool

  /// Tells the function that what its return means is written.
  func endLeaving()
}

extension RunSession {
  /// Why functions have to return.
  enum Leaving: Sendable {
    /// All calls in the run wait.
    case parked
    /// A call does not fit to what is recorded, as the reason says.
    case changed(reason: String)
    /// A call does not fit to what is recorded, while the undos are named.
    case undoing
  }

  /// The time in which the cancellation of a function resumes what it awaits besides calls.
  private static let timeToNotice = Duration.milliseconds(10)
  /// The number of executions left too early after which a changed function is set aside, whatever
  /// it awaits.
  private static let mostAttempts = 4

  /// Whether the run was parked, or is about to be.
  var isParked: Bool {
    state.withLock { state in
      if case .parked? = state.departure { true } else { state.isLeaving }
    }
  }

  func add(_ function: any LeavableFunction) {
    state.withLock { $0.functions.append(function) }
  }

  func remove(_ function: any LeavableFunction) {
    state.withLock { $0.functions.removeAll { $0 === function } }
  }

  /// Lets functions return, and then leaves the run for a reason, unless one of them has awaited
  /// something else than its calls: then the run is due again at once.
  func leave(_ functions: [any LeavableFunction], _ reason: Leaving) async {
    let waiters = state.withLock { state -> [Waiter]? in
      if state.departure != nil || state.isLeaving { return nil }
      if case .parked = reason, !isIdle(state) {
        state.isParking = false
        return nil
      }
      state.isLeaving = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    guard let waiters else { return resumeWaiters() }
    for function in functions { function.beginLeaving() }
    cancelRun.withLock { $0 }?()
    _ = await Future<Void, any Error>
      .after(Self.timeToNotice, clock: clock, cancellation: timers.token).result
    for function in functions { function.holdNoting() }
    for waiter in waiters { waiter.promise.fail(CancellationError()) }
    for function in functions { function.endCalls() }
    var isTooEarly = false
    for function in functions {
      if await function.hasResumedOtherwise() { isTooEarly = true }
    }
    await finishLeaving(reason, isTooEarly: isTooEarly, waiters)
    for function in functions { function.endLeaving() }
  }

  private func finishLeaving(
    _ reason: Leaving,
    isTooEarly: Bool,
    _ waiters: [Waiter]
  ) async {
    if isReplay && isTooEarly { return depart(.lost) }
    let attempts = row.attempts[.patience]?.failed ?? 0
    switch reason {
    case .parked where !isTooEarly:
      _ = await commit([], .park(state.withLock { wake(from: waiters, $0) }))
    case .undoing where !isTooEarly: state.withLock { $0.isLeaving = false }
    case .changed(let reason)
    where !row.isCancelRequested && (!isTooEarly || attempts >= Self.mostAttempts):
      depart(.setAside(reason: reason))
    case .parked, .undoing, .changed:
      state.withLock { state in
        let change = RunStorage.Change.attempt(.patience, failed: attempts + 1, pause: 0)
        state.pending.append(change)
        state.row.apply(change, at: now(state))
      }
      _ = await commit([], .park(Wake(pause: 0)))
    }
  }
}

extension RunRow {
  /// By how much longer functions may be idle than at first.
  var patience: Int {
    (0..<min(attempts[.patience]?.failed ?? 0, 5)).reduce(1) { patience, _ in patience * 10 }
  }
}
