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

  /// Notes a job of a task.
  func noteJob() {
    let running = jobs.add(1, ordering: .relaxed).oldValue
    if running == 0 && isLeaving.load(ordering: .acquiring) {
      hasAwaitedOther.store(true, ordering: .relaxed)
    }
    // The task of the function has started another one, unless a step did, which waits for it.
    if !hasTasks.load(ordering: .relaxed), Self.currentTask == ownTask,
      FunctionScope.current?.place != nil
    {
      hasTasks.store(true, ordering: .relaxed)
    }
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

  func beginLeaving() {
    let leaving = Leaving()
    let hasReturned = state.withLock { state in
      state.leaving = leaving
      return state.hasReturned
    }
    if hasReturned { leaving.returned.succeed() }
    isLeaving.store(true, ordering: .releasing)
  }

  func holdNoting() { jobs.add(1, ordering: .relaxed) }

  func endCalls() {
    let questions = state.withLock { state in
      state.leaving?.holdsAnswers = false
      defer { state.questions = [] }
      return state.questions.map(\.turn)
    }
    for question in questions { question.resume(throwing: CancellationError()) }
    if jobs.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { settle() }
  }

  func hasResumedOtherwise() async -> Bool {
    await state.withLock { $0.leaving }?.returned.future.value
    return hasAwaitedOther.load(ordering: .relaxed)
  }

  func endLeaving() { state.withLock { $0.leaving }?.decided.succeed() }
}
