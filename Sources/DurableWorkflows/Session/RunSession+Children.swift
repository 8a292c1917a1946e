internal import Foundation
internal import Futures
internal import Workflows

// Child runs: a step submits them and waits for their end.
//
// The process that worked on a child reports its end with a signal to the parent. The process may
// end before it sends the signal, so the parent also looks for the end itself, at growing
// intervals.

extension RunSession {
  /// Submits a child run unless it was submitted before, and waits for its end.
  ///
  /// - Parameters:
  ///   - workflow: The workflow of the child.
  ///   - version: Its version; `nil` for the highest one that is registered.
  ///   - input: The input of the child, encoded.
  ///   - queue: The place of the child in a queue; `nil` for a child without one.
  ///   - place: The place of the step.
  /// - Returns: The outcome of the child: its encoded output or its failure.
  /// - Throws: `CancellationError` if the step or the run has to stop, and an error of the input if
  ///   it cannot be stored.
  func endOfChild<Input, Output>(
    of workflow: Workflow<Input, Output>,
    version: Int?,
    input: Data,
    in queue: QueuePlace?,
    at place: RecordPath
  ) async throws -> Result<Data, any Error> {
    if queue != nil, !runs.store.keepsQueues { throw UnsupportedByStore(operation: "queues") }
    try checkSize(input, of: "input of \(workflow.name)")
    // If the process ends from here on, the child is in doubt and is undone with the run.
    try await begin(at: place, isMarked: true)
    let child = try await submitChild(
      definition(of: workflow, version),
      input,
      in: queue,
      at: place
    )
    do {
      return try await endOfChild(child, at: place)
    } catch {
      // If this process has left the run, another process continues to wait, but not if the time
      // limit of the step has passed.
      if isCancellation(error), !isLeft || LimitScope.hasLeftCurrentTask {
        // First what has ended the wait, such as the winner of a race.
        for function in state.withLock({ $0.functions }) { function.recordFailures() }
        try? await flush()
        _ = try await ask(outlivesRun: true) { try await $0.undo(child) }
      }
      throw error
    }
  }

  func undoChildren(at place: RecordPath, isRecorded: Bool) async throws {
    let last = lastChild(at: place)
    var number = 1
    var missing = isRecorded ? child(max(1, last), at: place) : nil
    while true {
      let child = child(number, at: place)
      if let row = try await ask({ try await $0.load(child) }) {
        if row.isChild(of: id, at: place) {
          _ = try await ask { try await $0.undo(child) }
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
  /// - Throws: `CancellationError` if this process has left the run.
  func hasChild(at place: RecordPath) async throws -> Bool {
    if lastChild(at: place) > 0 { return true }
    let first = child(1, at: place)
    return try await ask { try await $0.load(first) }?.isChild(of: id, at: place) ?? false
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

  /// Undoes the child runs of steps inside a place, because the timeout of the place has passed.
  func leaveChildren(inside place: RecordPath, _ state: State) {
    var last: [RecordPath: Int] = [:]
    // A process that has submitted a child may have left the run before it wrote that it waits.
    for step in state.row.marks.keys { last[step] = 0 }
    for (step, number) in state.row.waits.keys.compactMap(\.waitedChild) {
      last[step] = max(last[step] ?? 0, number)
    }
    let children = last.filter { step, _ in
      step.isInside(place) && state.row.records[step] == nil
    }
    if children.isEmpty { return }
    unstructured {
      for (step, last) in children {
        // Without an answer, another claim of the run finds that the time has passed.
        try? await self.leaveChildren(at: step, last: last)
      }
    }
  }

  /// Undoes the child that a step has waited for, and those that earlier claims have submitted.
  private func leaveChildren(at place: RecordPath, last: Int) async throws {
    var number = max(1, last)
    while true {
      let child = child(number, at: place)
      guard let row = try await ask(outlivesRun: true, { try await $0.load(child) }) else { return }
      // A child of this claim belongs to the next attempt.
      if row.isChild(of: id, at: place), number == last || row.claimOfParent != epoch {
        _ = try await ask(outlivesRun: true) { try await $0.undo(child) }
      }
      number += 1
    }
  }

  private func child(_ number: Int, at place: RecordPath) -> String {
    let whole = number == 1 ? "\(id)\(place)" : "\(id)\(place) \(number)"
    return NameTooLong.shortened(whole)
  }

  /// Submits a child run unless it was submitted before.
  ///
  /// A child that has failed or is being undone belongs to another attempt if this attempt does not
  /// wait for it. A run with another parent, or without one, only happens to have the same
  /// identifier.
  ///
  /// - Returns: The identifier of the child.
  /// - Throws: ``QueueKeyTaken`` if another run has its key in the queue, and `CancellationError`
  ///   if this process has left the run.
  private func submitChild(
    _ definition: WorkflowVersion,
    _ input: Data,
    in queue: QueuePlace?,
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
      var submission = RunSubmission(
        id: child,
        workflow: definition.workflow,
        version: definition.version,
        input: input,
        place: queue
      )
      try submission.requireShortNames()
      // The claim in which the step has submitted the child takes the place of a time.
      submission.records[.parent] = RunRow.Record(
        value: Data(id.utf8),
        type: place.description,
        isCompensated: false,
        sequence: 0,
        time: epoch
      )
      submission.records[.signals] = workflows[definition]?.signals.record
      submission.records[.trace] = tracing?.recordOfCurrentSpan
      let (answer, replaced) = try await runs.submit(submission) { run in
        try await ask { try await $0.submit(run) }
      }
      if let replaced { _ = await runs.tellParent(of: replaced) }
      let isOwn =
        switch answer {
        case .new: true
        case .same, .different: try await isOwn(child, submission, at: place)
        case .taken(by: let other):
          let row = try await ask { try await $0.load(other) }
          throw QueueKeyTaken(key: queue?.key ?? "", run: other, workflow: row?.workflow ?? "")
        }
      if isOwn {
        append(.wait(place.placeOfChild(number), for: nil))
        state.withLock { $0.lastChildren?[place] = number }
        runs.tellIfQueuedForOthers(submission)
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
    guard let row = try await ask({ try await $0.load(child) }), row.isChild(of: id, at: place),
      row.workflow == submission.workflow, !row.isCancelRequested
    else { return false }
    // The answer to its submission was lost, and the child may have failed since.
    if row.claimOfParent == epoch { return true }
    if case .ended(.failure) = row.state { return false }
    return row.undoing == nil
  }

  private func endOfChild(
    _ child: String,
    at place: RecordPath
  ) async throws -> Result<Data, any Error> {
    while true {
      // Chosen before looking, so that an end between the two sends this signal.
      let signal = nextSignal(ofEndOf: child)
      guard let row = try await ask({ try await $0.load(child) }) else {
        return .failure(UnknownRun(run: child))
      }
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

extension RunStorage.Row {
  /// Returns whether the step at a place of a run submitted this run.
  fileprivate func isChild(of run: String, at place: RecordPath) -> Bool {
    guard let parent = records[.parent] else { return false }
    return parent.value == Data(run.utf8) && parent.type == place.description
  }

  /// The number of the claim of the parent in which this run was submitted; 0 if it is unknown.
  fileprivate var claimOfParent: Int { records[.parent]?.time ?? 0 }
}

extension RunSettings {
  /// Notifies the parent, if any, of a run that has ended in this process.
  ///
  /// - Returns: The identifier of the parent.
  func tellParent(of session: RunSession) async -> String? {
    guard case .ended? = session.departure, let parent = session.row.parent else { return nil }
    let run = session.id
    // A second signal for one end makes the parent look once more.
    let told: Void? = await session.answer(outlivesRun: true) { store in
      try await store.tell(parent, ofEndOf: run)
    }
    return told.map { parent }
  }

  /// Notifies the parent, if any, of a run that has ended.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: The identifier of the parent.
  func tellParent(of run: String) async -> String? {
    do {
      guard let row = try await store.load(run), case .ended = row.state, let parent = row.parent
      else { return nil }
      try await store.tell(parent, ofEndOf: run)
      return parent
    } catch {
      // The parent looks for the end itself later.
      report(.storeFailed(run: run, error: error))
      return nil
    }
  }
}

extension RunStorage {
  /// Sends the signal for the end of a child to its parent.
  fileprivate func tell(_ parent: String, ofEndOf child: String) async throws {
    // A signal is stored only once, and a reopened run ends again.
    var number = 1
    while try await send(
      Data(),
      to: RunSession.signal(number, ofEndOf: child),
      of: parent
    ) == .taken { number += 1 }
  }
}

extension RecordedCompensation {
  /// The compensation of a step that has submitted child runs.
  static func undoingChildren(at place: RecordPath) -> RecordedCompensation {
    RecordedCompensation { run, _ in
      try await run.undoChildren(at: place, isRecorded: true)
    } undoInDoubt: { run, _, _ in
      try await run.undoChildren(at: place, isRecorded: false)
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
