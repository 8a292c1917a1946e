internal import Foundation
internal import Futures
internal import Workflows

extension RunSession {
  private enum Next: Sendable {
    case nothing
    case left
    case wait(Future<Void, Never>)
    case write(RunWrite)
  }

  func flush() async throws {
    while true {
      let next = state.withLock { state -> Next in
        if state.departure != nil || state.isLeaving { return .left }
        if let end = endOfWrite(&state) { return .wait(end) }
        guard state.pending.contains(where: { $0.isDue }) else { return .nothing }
        return .write(beginWrite(.keep, &state))
      }
      switch next {
      case .nothing: return
      case .left: throw CancellationError()
      case .wait(let end): await end.value
      case .write(let write): _ = await perform(write)
      }
    }
  }

  /// Returns when the current write ends; `nil` if there is none.
  func endOfWrite(_ state: inout State) -> Future<Void, Never>? {
    if !state.isWriting { return nil }
    if state.endOfWrite == nil { state.endOfWrite = Promise() }
    return state.endOfWrite?.future
  }

  private func beginWrite(
    _ continuation: RunContinuation<Data>,
    _ state: inout State
  ) -> RunWrite {
    defer { state.pending = [] }
    state.isWriting = true
    return newWrite(state.pending, continuation, &state)
  }

  /// Writes the pending changes and what happens to the run next.
  ///
  /// - Parameters:
  ///   - changes: Further changes to write.
  ///   - continuation: What happens to the run next.
  /// - Returns: The answer of the store; ``WriteAnswer/lost`` also if no answer arrived in time.
  func commit(
    _ changes: [RunStorage.Change] = [],
    _ continuation: RunContinuation<Data>
  ) async -> WriteAnswer {
    while true {
      let next = state.withLock { state -> Next in
        if state.departure != nil { return .left }
        if let end = endOfWrite(&state) { return .wait(end) }
        for change in changes { append(change, &state) }
        return .write(beginWrite(continuation, &state))
      }
      switch next {
      case .nothing, .left: return .lost
      case .wait(let end): await end.value
      case .write(let write): return await perform(write)
      }
    }
  }

  /// Writes, and repeats the write until the store answers or the run no longer belongs to this
  /// process.
  ///
  /// What has happened is recorded, even if this process leaves the run meanwhile.
  private func perform(_ write: RunWrite) async -> WriteAnswer {
    let answer = await answer(outlivesRun: true) { try await $0.commit(write) } ?? .lost
    finish(write, answer)
    return answer
  }

  private func newWrite(
    _ changes: [RunStorage.Change],
    _ continuation: RunContinuation<Data>,
    _ state: inout State
  ) -> RunWrite {
    state.lastToken &+= 1
    return RunWrite(
      run: id,
      epoch: epoch,
      token: state.lastToken,
      changes: changes,
      continuation: continuation
    )
  }

  private func finish(_ write: RunWrite, _ answer: WriteAnswer) {
    state.withLock { state in
      switch answer {
      case .kept(at: let time):
        adopt(time, &state)
        state.row.adoptTimes(of: write.changes, writtenAt: time)
        if case .end(let outcome) = write.continuation { state.row.state = .ended(outcome) }
      case .cancelled:
        state.row.isCancelRequested = true
        state.pending = write.changes + state.pending
      case .lost: break
      }
    }
    switch (answer, write.continuation) {
    case (.lost, _): depart(.lost)
    case (.kept, .park): depart(.parked)
    case (.kept, .end): depart(.ended)
    case (.kept, .keep):
      if isDraining { depart(.drained) }
      onWrite()
    // A run that is set aside was left before that was written.
    case (.cancelled, _), (.kept, .setAside): break
    }
    // Until the run is left, a renewal that no longer finds it must not take it for lost.
    let end = state.withLock { state in
      state.isWriting = false
      return state.endOfWrite.take()
    }
    end?.succeed()
  }

  /// Leaves the run: writes nothing more and cancels its steps.
  func depart(_ departure: Departure) {
    let hasEnded = if case .ended = departure { true } else { false }
    let waiters = state.withLock { state -> [Waiter]? in
      if isReplay, case .setAside(let reason) = departure, state.refusal == nil {
        state.refusal = reason
      }
      if state.departure != nil { return nil }
      state.departure = departure
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    guard let waiters else { return }
    timers.cancel()
    for waiter in waiters { waiter.promise.fail(CancellationError()) }
    if !hasEnded { end.succeed(nil) }
    cancelRun.withLock { $0 }?()
  }

  /// Sets the run aside until a person has examined it.
  ///
  /// - Returns: An error to throw, which no step handles.
  func setAside(_ reason: String) -> CancellationError {
    depart(.setAside(reason: reason))
    return CancellationError()
  }

  /// Writes that a run that was left to be set aside is set aside.
  func writeSettingAside(_ reason: String) async {
    let write = state.withLock { newWrite([], .setAside(reason), &$0) }
    // Without an answer, the lease ends, and the next worker finds the same problem.
    _ = await answer(outlivesRun: true) { try await $0.commit(write) }
  }
}

extension RunChange {
  /// Whether the change has to be written before anything that depends on it begins.
  fileprivate var isDue: Bool {
    switch self {
    case .limit, .failed: false
    case .record(let path, _, type: _, isCompensated: _, took: _),
      .attempt(let path, failed: _, pause: _):
      !path.isOfRun
    case .begin, .wait, .undo, .undone, .tag, .restart: true
    }
  }
}

extension RunRow {
  /// Adopts the times that the store has computed from its own clock.
  fileprivate mutating func adoptTimes(
    of changes: [RunChange<Payload>],
    writtenAt time: StoreTime
  ) {
    for change in changes {
      switch change {
      case .wait(let path, for: let duration?, until: _):
        if let due = waits[path], due < .max { waits[path] = time + duration }
      case .attempt(let path, failed: let failed, pause: let pause):
        if attempts[path]?.failed == failed {
          attempts[path] = Attempts(failed: failed, due: time + pause)
        }
      default: break
      }
    }
  }
}
