internal import Foundation
internal import Futures
internal import Workflows

extension RunSession {
  private enum Next: Sendable {
    case nothing
    case left
    case wait(Future<Void, Never>)
    case write([RunStore.Change], Promise<Void, Never>)
  }

  func flush() async throws {
    while true {
      let next = state.withLock { state -> Next in
        if state.departure != nil { return .left }
        if let writing = state.writing { return .wait(writing) }
        guard state.pending.contains(where: \.isDue) else { return .nothing }
        let promise = Promise<Void, Never>()
        return .write(takePending(&state, promise), promise)
      }
      switch next {
      case .nothing: return
      case .left: throw CancellationError()
      case .wait(let writing): await writing.value
      case .write(let changes, let promise):
        _ = await write(changes, .keep, promise)
      }
    }
  }

  private func takePending(
    _ state: inout State,
    _ promise: Promise<Void, Never>
  ) -> [RunStore.Change] {
    defer { state.pending = [] }
    state.writing = promise.future
    return state.pending
  }

  /// Writes the pending changes and what happens to the run next.
  ///
  /// - Parameters:
  ///   - changes: Further changes to write.
  ///   - continuation: What happens to the run next.
  /// - Returns: The answer of the store; ``WriteAnswer/lost`` also if no answer arrived in time.
  func commit(
    _ changes: [RunStore.Change] = [],
    _ continuation: RunContinuation<Data>
  ) async -> WriteAnswer {
    while true {
      let next = state.withLock { state -> Next in
        if state.departure != nil { return .left }
        if let writing = state.writing { return .wait(writing) }
        for change in changes { append(change, &state) }
        let promise = Promise<Void, Never>()
        return .write(takePending(&state, promise), promise)
      }
      switch next {
      case .nothing, .left: return .lost
      case .wait(let writing): await writing.value
      case .write(let changes, let promise):
        return await write(changes, continuation, promise)
      }
    }
  }

  /// Writes, and repeats the write until the store answers or the run no longer belongs to this
  /// process.
  ///
  /// The write is not cancelled with the step that needs it: what has happened is recorded.
  private func write(
    _ changes: [RunStore.Change],
    _ continuation: RunContinuation<Data>,
    _ promise: Promise<Void, Never>
  ) async -> WriteAnswer {
    let write = newWrite(changes, continuation)
    if Task.isCancelled { return await unstructured { await self.rewrite(write, promise) }.value }
    if let answer = await attempt(write, promise) { return answer }
    return await unstructured {
      await self.rewrite(write, promise, after: .milliseconds(20))
    }.value
  }

  /// Writes once.
  ///
  /// - Returns: The answer; `nil` if there was none.
  private func attempt(_ write: RunWrite, _ promise: Promise<Void, Never>) async -> WriteAnswer? {
    do {
      let answer = try await store.commit(write)
      finish(write, answer, promise)
      return answer
    } catch {
      // A store may throw because the step is cancelled.
      if !(Task.isCancelled && isCancellation(error)) {
        report(.storeFailed(run: id, error: error))
      }
      return nil
    }
  }

  private func rewrite(
    _ write: RunWrite,
    _ promise: Promise<Void, Never>,
    after pause: Duration = .zero
  ) async -> WriteAnswer {
    var pause = pause
    let end = now + row.lease
    while true {
      if pause > .zero {
        // This applies even if renewals succeed meanwhile: what cannot be written now is left to
        // another claim.
        guard now < end else {
          finish(write, .lost, promise)
          return .lost
        }
        _ = await Future<Void, any Error>.after(pause, clock: clock, cancellation: .never).result
      }
      if let answer = await attempt(write, promise) { return answer }
      pause = min(max(pause * 2, .milliseconds(20)), .seconds(1))
    }
  }

  private func newWrite(
    _ changes: [RunStore.Change],
    _ continuation: RunContinuation<Data>
  ) -> RunWrite {
    RunWrite(
      run: id,
      epoch: epoch,
      token: state.withLock { state in
        state.lastToken &+= 1
        return state.lastToken
      },
      changes: changes,
      continuation: continuation
    )
  }

  private func finish(_ write: RunWrite, _ answer: WriteAnswer, _ promise: Promise<Void, Never>) {
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
    case (.kept, .setAside(let reason)): depart(.setAside(reason: reason))
    case (.kept, .keep):
      if isDraining { depart(.drained) }
      onWrite()
    case (.cancelled, _): break
    }
    // Until the run is left, a renewal that no longer finds it must not take it for lost.
    state.withLock { $0.writing = nil }
    promise.succeed()
  }

  /// Leaves the run: writes nothing more and cancels its steps.
  func depart(_ departure: Departure) {
    let hasEnded = if case .ended = departure { true } else { false }
    let waiters = state.withLock { state -> [Waiter]? in
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
    do {
      _ = try await store.commit(newWrite([], .setAside(reason)))
    } catch {
      // The lease ends, and the next worker finds the same problem.
      report(.storeFailed(run: id, error: error))
    }
  }
}

extension RunChange {
  /// Whether the change has to be written before anything that depends on it begins.
  fileprivate var isDue: Bool {
    switch self {
    case .limit, .failed: false
    case .record(let path, _, type: _, isCompensated: _, took: _): !path.isOfOrigin
    case .begin, .wait, .attempt, .undo, .undone: true
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
      case .wait(let path, for: let duration?):
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
