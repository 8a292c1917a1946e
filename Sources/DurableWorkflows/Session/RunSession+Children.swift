internal import Foundation
internal import Futures
internal import Workflows

// Child runs: a step submits them and waits for their end.
//
// The process that worked on a child reports its end with a signal to the parent. The process may
// end before it sends the signal, so the parent also looks for the end itself, at growing
// intervals.

extension RunSession {
  /// Submits a child run and waits for its end.
  ///
  /// - Parameters:
  ///   - workflow: The name of its workflow, with the version.
  ///   - input: The input of the child.
  ///   - place: The place of the step.
  /// - Returns: The outcome of the child: its encoded output or its failure.
  /// - Throws: `CancellationError` if the step, or the run, has to stop, and errors from the store.
  func endOfChild(
    _ workflow: String,
    _ input: Data,
    at place: RecordPath
  ) async throws -> Result<Data, any Error> {
    let child = try await submitChild(workflow, input, at: place)
    do {
      return try await endOfChild(child, at: place)
    } catch {
      // If this process has left the run, another process continues to wait.
      if isCancellation(error), !isLeft {
        _ = await unstructured { [store] in try? await store.undo(child) }.value
      }
      throw error
    }
  }

  /// Undoes all child runs of a step.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - isRecorded: Whether one of them has succeeded, so that one has to exist.
  /// - Throws: ``UnknownRun`` if that child no longer exists, and errors from the store.
  func undoChildren(at place: RecordPath, isRecorded: Bool) async throws {
    let last = lastChild(at: place)
    var number = 1
    var missing = isRecorded ? child(max(1, last), at: place) : nil
    while true {
      let child = child(number, at: place)
      if let row = try await store.load(child) {
        if row.isChild(of: id, at: place) {
          _ = try await store.undo(child)
          if number >= last { missing = nil }
        }
      } else if number >= last {
        break
      }
      number += 1
    }
    if let missing { throw UnknownRun(run: missing) }
  }

  /// Returns whether a step has submitted a child run.
  ///
  /// If the store does not answer, there is none as far as this process knows.
  func hasChild(at place: RecordPath) async -> Bool {
    if lastChild(at: place) > 0 { return true }
    return (try? await store.load(child(1, at: place)))?.isChild(of: id, at: place) ?? false
  }

  /// Returns the number of the last child that a step is known to have waited for; 0 for none.
  private func lastChild(at place: RecordPath) -> Int {
    state.withLock { state in
      if state.lastChildren == nil {
        let waited = state.row.waits.keys.compactMap(\.waitedChild)
        state.lastChildren = Dictionary(waited.map { ($0.step, $0.number) }, uniquingKeysWith: max)
      }
      return state.lastChildren?[place] ?? 0
    }
  }

  /// Undoes the child runs that steps inside a place have waited for, because the timeout of the
  /// place has passed.
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
          // The child is undone with the run, if the run is undone.
          self.report(.storeFailed(run: id, error: error))
        }
      }
    }
  }

  private func child(_ number: Int, at place: RecordPath) -> String {
    number == 1 ? "\(id)\(place)" : "\(id)\(place) \(number)"
  }

  /// Submits a child run unless it was submitted before.
  ///
  /// A child that has failed or is being undone belongs to another attempt if this attempt does not
  /// wait for it. A run with another parent, or without one, only happens to have the same
  /// identifier.
  ///
  /// - Returns: The identifier of the child.
  private func submitChild(
    _ workflow: String,
    _ input: Data,
    at place: RecordPath
  ) async throws -> String {
    // Children before the last one belong to other attempts, even if they no longer exist.
    let last = lastChild(at: place)
    if state.withLock({ $0.row.waits[place.placeOfChild(last)] != nil }) {
      return child(last, at: place)
    }
    var number = last + 1
    while true {
      let child = child(number, at: place)
      var submission = RunSubmission(id: child, workflow: workflow, input: input)
      submission.records[.parent] = RunRow.Record(
        value: Data(id.utf8),
        type: place.description,
        isCompensated: false,
        sequence: 0,
        time: 0
      )
      submission.records[.trace] = tracing?.recordOfCurrentSpan
      let isOwn =
        switch try await store.submit(submission) {
        case .new: true
        case .same, .different: try await isOwn(child, submission, at: place)
        case .taken: false
        }
      if isOwn {
        append(.wait(place.placeOfChild(number), for: nil))
        state.withLock { $0.lastChildren?[place] = number }
        return child
      }
      number += 1
    }
  }

  private func isOwn(
    _ child: String,
    _ submission: RunSubmission,
    at place: RecordPath
  ) async throws -> Bool {
    // Neither a version that was registered since, nor an input that a repeated step has computed
    // anew, makes it another child.
    guard let row = try await store.load(child), row.isChild(of: id, at: place),
      DurableWorkflow.name(of: row.workflow) == DurableWorkflow.name(of: submission.workflow)
    else { return false }
    if case .ended(.failure) = row.state { return false }
    return !row.isCancelRequested && row.undoing == nil
  }

  private func endOfChild(
    _ child: String,
    at place: RecordPath
  ) async throws -> Result<Data, any Error> {
    while true {
      // Chosen before looking, so that an end between the two sends this signal.
      let signal = nextSignal(ofEndOf: child)
      guard let row = try await store.load(child) else { return .failure(UnknownRun(run: child)) }
      if let outcome = row.outcome(of: child) { return outcome }
      // After a minute, and then each time the elapsed time has doubled.
      let next = now + max(60_000, now - row.submitted)
      try await suspend(at: place, signal: signal, untilAtMost: next)
    }
  }

  /// Returns the signal that the next end of a child sends: the first that has not arrived.
  private func nextSignal(ofEndOf child: String) -> String {
    state.withLock { state in
      var number = 1
      while state.row.signals[Self.signal(number, ofEndOf: child)] != nil { number += 1 }
      return Self.signal(number, ofEndOf: child)
    }
  }

  /// Returns the name of the signal for the first, second, and so on, end of a child, which can be
  /// reopened.
  static func signal(_ number: Int, ofEndOf child: String) -> String {
    number == 1 ? "%end \(child)" : "%end%\(number) \(child)"
  }
}

extension RunStore.Row {
  /// Returns whether the step at a place of a run submitted this run.
  fileprivate func isChild(of run: String, at place: RecordPath) -> Bool {
    guard let parent = records[.parent] else { return false }
    return parent.value == Data(run.utf8) && parent.type == place.description
  }
}

extension RunSettings {
  /// Notifies the parent, if any, of a run that has ended in this process.
  ///
  /// - Returns: The identifier of the parent.
  func tellParent(of session: RunSession) async -> String? {
    guard case .ended? = session.departure else { return nil }
    return await tellParent(of: session.id, session.row)
  }

  /// Notifies the parent, if any, of a run that has ended.
  ///
  /// - Parameters:
  ///   - run: The identifier of the run.
  ///   - row: The state of the run; `nil` to load it.
  /// - Returns: The identifier of the parent.
  func tellParent(of run: String, _ row: RunStore.Row? = nil) async -> String? {
    do {
      var row = row
      if row == nil { row = try await store.load(run) }
      guard let id = row?.parent else { return nil }
      // A signal is stored only once, and a reopened run ends again.
      var number = 1
      while try await store.send(
        Data(),
        to: RunSession.signal(number, ofEndOf: run),
        of: id
      ) == .taken { number += 1 }
      return id
    } catch {
      // The parent looks for the end itself later.
      report(.storeFailed(run: run, error: error))
      return nil
    }
  }
}

extension RecordedCompensation {
  /// The compensation of a step that has submitted child runs.
  static func undoingChildren(at place: RecordPath) -> RecordedCompensation {
    RecordedCompensation { run, _ in
      try await (run as? RunSession)?.undoChildren(at: place, isRecorded: true)
    } undoInDoubt: { run, _, _ in
      try await (run as? RunSession)?.undoChildren(at: place, isRecorded: false)
      return true
    }
  }

  /// The compensation of a step for which the definition has none, which fails.
  static func missing(at place: RecordPath) -> RecordedCompensation {
    RecordedCompensation { _, _ in
      throw CompensationOutOfReach(step: place.description)
    } undoInDoubt: { _, _, _ in
      throw CompensationOutOfReach(step: place.description)
    }
  }
}
