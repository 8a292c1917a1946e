internal import Foundation
internal import Futures
internal import Workflows

// Runs that a step submits, and whose end it waits for.
//
// The end of a child is told by the process that has worked on it, with a signal to the parent. It
// may end before it has told it, so the parent looks by itself, too, more and more rarely.

extension RunSession {
  /// Submits a child run, and waits for its end.
  ///
  /// - Parameters:
  ///   - workflow: The name of its workflow, with the version.
  ///   - input: Its input.
  ///   - place: The place of the step.
  /// - Returns: How it has ended: its encoded output, or its failure.
  /// - Throws: `CancellationError` if the step, or the run, has to stop, and errors of the store.
  func endOfChild(
    _ workflow: String,
    _ input: Data,
    at place: RecordPath
  ) async throws -> Result<Data, any Error> {
    let child = try await submitChild(workflow, input, at: place)
    do {
      return try await endOfChild(child, at: place)
    } catch {
      // In a process that has left the run, another one goes on waiting.
      if isCancellation(error), !isLeft {
        _ = await unstructured { [store] in try? await store.undo(child) }.value
      }
      throw error
    }
  }

  /// Undoes all that child runs of a step have done.
  func undoChildren(at place: RecordPath) async throws {
    var number = 1
    while true {
      let child = child(number, at: place)
      guard try await store.load(child) != nil else { return }
      _ = try await store.undo(child)
      number += 1
    }
  }

  /// Undoes the child runs that steps inside a place have waited for: its time is over.
  func leaveChildren(inside place: RecordPath, _ state: State) {
    let children = state.row.waits.keys.compactMap(\.waitedChild).filter { child in
      child.step.isInside(place) && state.row.records[child.step] == nil
    }
    if children.isEmpty { return }
    unstructured { [store, id] in
      for child in children {
        do {
          _ = try await store.undo(self.child(child.number, at: child.step))
        } catch {
          // It is undone with the run, if that is undone.
          self.report(.storeFailed(run: id, error: error))
        }
      }
    }
  }

  private func child(_ number: Int, at place: RecordPath) -> String {
    number == 1 ? "\(id)\(place)" : "\(id)\(place) \(number)"
  }

  /// Submits a child run, unless it was before.
  ///
  /// One that has failed is that of another attempt, or was undone, if this one does not wait for
  /// it.
  ///
  /// - Returns: Its identifier.
  private func submitChild(
    _ workflow: String,
    _ input: Data,
    at place: RecordPath
  ) async throws -> String {
    var number = 1
    while true {
      let child = child(number, at: place)
      let wait = place.placeOfChild(number)
      if state.withLock({ $0.row.waits[wait] != nil }) { return child }
      var submission = RunSubmission(id: child, workflow: workflow, input: input)
      submission.records[.parent] = RunRow.Record(
        value: Data(id.utf8),
        type: "",
        isCompensated: false,
        sequence: 0,
        time: 0
      )
      submission.records[.trace] = tracing?.recordOfCurrentSpan
      let isOwn =
        switch try await store.submit(submission) {
        case .new: true
        case .same: try await !hasFailed(child)
        case .different, .taken: false
        }
      if isOwn {
        append(.wait(wait, for: nil))
        return child
      }
      number += 1
    }
  }

  private func hasFailed(_ child: String) async throws -> Bool {
    if case .ended(.failure) = try await store.load(child)?.state { true } else { false }
  }

  private func endOfChild(
    _ child: String,
    at place: RecordPath
  ) async throws -> Result<Data, any Error> {
    while true {
      // Chosen before the look: an end between the two sends it.
      let signal = nextSignal(ofEndOf: child)
      guard let row = try await store.load(child) else { return .failure(UnknownRun(run: child)) }
      if let outcome = row.outcome(of: child) { return outcome }
      // After a minute, and then whenever twice the time has passed.
      let next = now + max(60_000, now - row.submitted)
      try await suspend(at: place, signal: signal, untilAtMost: next)
    }
  }

  /// The signal that the next end of a child sends: the first one that has not come.
  private func nextSignal(ofEndOf child: String) -> String {
    state.withLock { state in
      var number = 1
      while state.row.signals[Self.signal(number, ofEndOf: child)] != nil { number += 1 }
      return Self.signal(number, ofEndOf: child)
    }
  }

  /// The name of the signal of the first, second and so on end of a child, which can be reopened.
  static func signal(_ number: Int, ofEndOf child: String) -> String {
    number == 1 ? "%end \(child)" : "%end%\(number) \(child)"
  }
}

extension RunSettings {
  /// Tells the parent of a run that has ended in this process, if it has one.
  ///
  /// - Returns: The identifier of the parent.
  func tellParent(of session: RunSession) async -> String? {
    guard case .ended? = session.departure else { return nil }
    return await tellParent(of: session.id, session.row)
  }

  /// Tells the parent of a run that has ended, if it has one.
  ///
  /// - Parameters:
  ///   - run: The identifier of the run.
  ///   - row: What is known of it; `nil` to load it.
  /// - Returns: The identifier of the parent.
  @discardableResult
  func tellParent(of run: String, _ row: RunStore.Row? = nil) async -> String? {
    do {
      var row = row
      if row == nil { row = try await store.load(run) }
      guard let id = row?.parent else { return nil }
      // A signal is kept once, and a run that is reopened ends once more.
      var number = 1
      while try await store.send(
        Data(),
        to: RunSession.signal(number, ofEndOf: run),
        of: id
      ) == .taken { number += 1 }
      return id
    } catch {
      // The parent looks by itself, later.
      report(.storeFailed(run: run, error: error))
      return nil
    }
  }
}
