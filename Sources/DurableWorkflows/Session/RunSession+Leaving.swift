internal import Futures
internal import Workflows

// A function with several tasks is left when all of them seem to wait for calls. Something else
// that one of them awaits cannot be seen, but its end can, once the function has to return: nothing
// has resumed a task then, but no call has ended; or calls have ended, and a task that they have
// resumed is away for longer than an actor takes. So a function returns before what that means is
// written, and has longer the next time, if it was left too early. After a few times, and if it
// does not return at all, it is left whatever it awaits.

/// A function of a run, which returns before its run is left.
protocol LeavableFunction: AnyObject, Sendable {
  /// Whether tasks other than that of the function may be running.
  var hasOtherTasks: Bool { get }

  /// Records the failures that the function was told.
  func recordFailures()

  /// Keeps calls from ending, and begins to note whether something else resumes a task.
  func beginLeaving()

  /// Notes from now on only what resumes a task late.
  func beginToEndCalls()

  /// Ends the calls.
  ///
  /// - Returns: The return of the function.
  func endCalls() -> Future<Void, Never>

  /// Whether something else than a call has resumed a task since the function has to return.
  var hasResumedOtherwise: Bool { get }

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
  /// The time in which a function has to return.
  private static let timeToReturn = Duration.seconds(60)
  /// The number of executions left too early after which a run is left, whatever its functions
  /// await.
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
  /// something else than its calls: then the run is due again at once, a few times.
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
    for function in functions { function.beginToEndCalls() }
    for waiter in waiters { waiter.promise.fail(CancellationError()) }
    let returned = await functions.map { $0.endCalls() }.allSettled()
      .timeout(Self.timeToReturn, clock: clock, orSucceed: []).value
    let haveReturned = returned.count == functions.count
    let isTooEarly = !haveReturned || functions.contains(where: \.hasResumedOtherwise)
    await finishLeaving(reason, isTooEarly: isTooEarly, haveReturned: haveReturned, waiters)
    for function in functions { function.endLeaving() }
    if !haveReturned { whenStuck.withLock { $0 }?() }
  }

  private func finishLeaving(
    _ reason: Leaving,
    isTooEarly: Bool,
    haveReturned: Bool,
    _ waiters: [Waiter]
  ) async {
    if isReplay && isTooEarly { return depart(.lost) }
    let attempts = row.attempts[.patience]?.failed ?? 0
    let leaves = !isTooEarly || attempts >= Self.mostAttempts
    switch reason {
    case .parked where leaves:
      _ = await commit([], .park(state.withLock { wake(from: waiters, $0) }))
    case .undoing where leaves && haveReturned: state.withLock { $0.isLeaving = false }
    case .undoing where leaves: await setAside(Self.undosNotNamed, writesNow: true)
    case .changed(let reason) where leaves && !row.isCancelRequested:
      await setAside(reason, writesNow: !haveReturned)
    case .parked, .undoing, .changed:
      state.withLock { state in
        let change = RunStorage.Change.attempt(.patience, failed: attempts + 1, pause: 0)
        state.pending.append(change)
        state.row.apply(change, at: now(state))
      }
      _ = await commit([], .park(Wake(pause: 0)))
    }
  }

  /// Sets the run aside, at once if a function has not returned.
  private func setAside(_ reason: String, writesNow: Bool) async {
    depart(.setAside(reason: reason))
    if writesNow { await writeSettingAside(reason) }
  }

  private static let undosNotNamed =
    "The function was called again to find out how its calls are undone, and awaits something else "
    + "than calls, which does not end. Nothing was undone. Put it into a step, and reopen the run."
}

extension RunRow {
  /// By how much longer functions may be idle than at first.
  var patience: Int {
    (0..<min(attempts[.patience]?.failed ?? 0, 5)).reduce(1) { patience, _ in patience * 10 }
  }
}
