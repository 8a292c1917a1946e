internal import Futures
internal import Synchronization
internal import Workflows

// How a function returns when its run is left.

extension FunctionRun {
  /// The return of a function so that its run can be left.
  struct Leaving: Sendable {
    let returned = Promise<Void, Never>()
    let decided = Promise<Void, Never>()
    /// Whether calls do not end yet.
    var holdsAnswers = true
  }

  /// The time that a task may be away on an actor, in milliseconds.
  private static let timeToHop = 10

  /// Notes a job of a task.
  ///
  /// - Parameter isFirst: Whether no other one runs.
  func noteJob(isFirst: Bool) {
    if isFirst { noteResumption() }
    // The task of the function has started another one, unless a step did, which waits for it.
    if !hasTasks.load(ordering: .relaxed), Self.currentTask == ownTask,
      FunctionScope.current?.place != nil
    {
      hasTasks.store(true, ordering: .relaxed)
    }
  }

  /// Notes that something has resumed a task while none was running.
  private func noteResumption() {
    let time = othersFrom.load(ordering: .acquiring)
    guard time < .max, let session, time == .min || session.now >= time else { return }
    // What follows in the run may run here, too.
    if state.withLock({ $0.hasReturned }) { return }
    hasAwaitedOther.store(true, ordering: .relaxed)
  }

  /// Notes that a job of a task is about to end.
  func noteEndOfJob() {
    let time = othersFrom.load(ordering: .relaxed)
    if time > .min && time < .max { allowHops() }
  }

  /// Allows tasks that calls have resumed to be away for a moment from now on.
  private func allowHops() {
    guard let session else { return }
    othersFrom.store(session.now + Self.timeToHop, ordering: .releasing)
  }

  /// Reports that a call is made although its run was left, once.
  func noteCallWhenLeft(_ name: String) {
    guard let session, !isUndoing, !hasAwaitedOther.load(ordering: .relaxed),
      session.isParked
    else { return }
    let isFirst = state.withLock { state in
      defer { state.hasCalledWhenLeft = true }
      return !state.hasCalledWhenLeft
    }
    if !isFirst { return }
    session.report(.calledAfterParking(run: session.id, call: name))
  }
}

extension FunctionRun: LeavableFunction {
  var hasOtherTasks: Bool { hasTasks.load(ordering: .relaxed) }

  func recordFailures() { state.withLock { try? writeFailures(&$0) } }

  func beginLeaving() {
    let leaving = Leaving()
    let hasReturned = state.withLock { state in
      state.leaving = leaving
      return state.hasReturned
    }
    if hasReturned { leaving.returned.succeed() }
    othersFrom.store(.min, ordering: .releasing)
  }

  func beginToEndCalls() { allowHops() }

  func endCalls() -> Future<Void, Never> {
    let (questions, leaving) = state.withLock { state in
      state.leaving?.holdsAnswers = false
      defer { state.questions = [] }
      return (state.questions.map(\.turn), state.leaving)
    }
    for question in questions { question.resume(throwing: CancellationError()) }
    settleIfIdle()
    return leaving?.returned.future ?? Future(value: ())
  }

  var hasResumedOtherwise: Bool { hasAwaitedOther.load(ordering: .relaxed) }

  func endLeaving() { state.withLock { $0.leaving }?.decided.succeed() }
}
