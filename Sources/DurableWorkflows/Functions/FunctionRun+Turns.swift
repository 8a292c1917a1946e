internal import Futures
internal import Synchronization
internal import Workflows

// When the calls of a function are answered, and when its run is parked.

// MARK: - Strands

extension FunctionRun {
  /// Keeps the run from being parked while something of the function may run.
  func holdStrand(_ state: inout State) {
    if state.holdsStrand { return }
    state.holdsStrand = true
    session?.strandsChanged(by: 1)
  }

  /// Begins a wait of a call.
  func beginWait() {
    state.withLock { state in
      state.bodies -= 1
      state.waits += 1
      // If nothing else can be running, the wait is written together with the parking.
      let isAlone = !hasTasks.load(ordering: .relaxed)
      if isAlone && state.bodies == 0 && state.waits == 1 {
        state.holdsStrand = false
      } else {
        session?.strandsChanged(by: 1)
      }
    }
  }

  func endWait(_ state: inout State) {
    state.waits -= 1
    session?.strandsChanged(by: -1)
  }
}

// MARK: - Turns

extension FunctionRun {
  /// What follows when the state has changed, outside of its lock.
  private typealias Action = @Sendable () -> Void

  /// The time without an event after which a function may have stopped to run.
  ///
  /// What it awaits besides calls cannot be seen until it has to return: it has longer the next
  /// time, if that shows that there was something.
  private static let timeToPark = Duration.milliseconds(10)
  private static let timeToAsk = Duration.seconds(1)

  /// The time that a call has to wait in vain for its turn until the function has changed; shorter
  /// where a thousand functions are compared, and nothing shows that another task may ask.
  private var timeToAsk: Duration {
    isChecked && !hasOtherTasks ? Self.timeToPark : Self.timeToAsk
  }

  func settleIfIdle() { if executor.jobCount == 0 { settle() } }

  /// Answers the next call, if nothing of the function is running.
  func settle() {
    while let action = state.withLock({ nextAction(&$0) }) { action() }
  }

  private func nextAction(_ state: inout State) -> Action? {
    guard executor.jobCount == 0, state.leaving?.holdsAnswers != true
    else { return nil }
    if isOver {
      if !state.questions.isEmpty {
        let question = state.questions.removeFirst().turn
        return { question.resume(throwing: CancellationError()) }
      }
      return tellNext(&state)
    }
    if let next = state.journal.next {
      if let index = state.questions.firstIndex(where: { $0.place == next.place }) {
        state.progress += 1
        state.journal.readNext()
        let question = state.questions.remove(at: index).turn
        return { question.resume(returning: .recorded(next.record)) }
      }
      return state.questions.isEmpty ? nil : watch(timeToAsk, &state)
    }
    if let action = tellNext(&state) { return action }
    if !state.questions.isEmpty {
      let index = state.questions.firstIndex { !isHeld($0.place, state) }
      guard let index else { return watch(timeToAsk, &state) }
      state.progress += 1
      let (place, question) = state.questions.remove(at: index)
      do {
        try begin(place, &state)
        return { question.resume(returning: .begin) }
      } catch {
        return { question.resume(throwing: self.refusal(after: error)) }
      }
    }
    if state.waits > 0 && state.bodies == 0 && state.holdsStrand {
      return watch(Self.timeToPark, &state)
    }
    return nil
  }

  private func tellNext(_ state: inout State) -> Action? {
    if state.ends.isEmpty { return nil }
    state.progress += 1
    let (place, end, told) = state.ends.removeFirst()
    tell(end, of: place, &state)
    return { told.resume() }
  }

  private func watch(_ time: Duration, _ state: inout State) -> Action? {
    if state.isWatched { return nil }
    state.isWatched = true
    let progress = state.progress
    return { self.watch(for: time, progress) }
  }

  private func watch(for time: Duration, _ progress: Int) {
    guard let session else { return }
    Future<Void, any Error>
      .after(time * session.patience, clock: session.clock, cancellation: session.timers.token)
      .on(.inline).onSuccess { [weak self] in self?.look(since: progress) }
  }

  /// Parks the run, or finds out whether the function has changed, if nothing has happened for a
  /// while.
  private func look(since progress: Int) {
    let changed = state.withLock { state -> FunctionChanged? in
      state.isWatched = false
      guard state.progress == progress, executor.jobCount == 0, !state.hasReturned
      else { return nil }
      guard let expected = expected(state) else {
        if state.waits > 0 && state.bodies == 0 && state.questions.isEmpty && state.holdsStrand {
          // Otherwise the next execution would begin what has failed once more.
          try? writeFailures(&state)
          state.holdsStrand = false
          session?.strandsChanged(by: -1)
        }
        return nil
      }
      return state.questions.first.map {
        FunctionChanged(expected: expected, found: "asks for '\($0.place)' instead")
      }
    }
    if let changed, let session {
      let end = isUndoing ? RunSession.Leaving.undoing : .changed(reason: changed.description)
      unstructured { await session.leave([self], end) }
      // What has to return ends its calls itself.
      return
    }
    settleIfIdle()
  }
}
