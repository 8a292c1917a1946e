internal import Foundation
internal import Futures
internal import Synchronization
internal import Workflows

/// An execution of a function: tells it what is recorded, in the recorded order, and records what
/// follows.
///
/// Calls with a record are answered one at a time, and the next only when nothing of the function
/// is running, so that it sees answers in the order in which it first saw them. A call without a
/// record begins when all records have been read. So an execution that continues takes the same way
/// as the first one, also through concurrent tasks.
final class FunctionRun: Sendable {
  /// The answer to a call.
  enum Turn: Sendable {
    case recorded(RunStorage.Row.Record)
    case begin
  }

  /// How a call has ended in this execution.
  struct End: Sendable {
    /// The output; empty after a failure.
    var output = Data()
    var type = ""
    var began: StoreTime = 0
    var failure: RecordedFailure?
    /// The names of the signals that the call has read.
    var readings: [String] = []
  }

  struct State {
    var places = FunctionPlaces()
    var journal: FunctionJournal
    /// The calls that an earlier execution has begun, and that the function has not made again.
    var begun: Set<RecordPath>
    /// The calls that wait for their answer, in the order in which they were made.
    var questions: [(place: RecordPath, turn: CheckedContinuation<Turn, any Error>)] = []
    /// The calls that have ended, and whose end the function has not been told.
    var ends: [(place: RecordPath, end: End, told: CheckedContinuation<Void, Never>)] = []
    /// The limits of calls that had not passed when the calls ended, as is recorded.
    var endedLimits: [RecordPath] = []
    /// The number of calls that have begun and neither wait nor have ended.
    var bodies = 0
    /// The number of calls that wait in the store.
    var waits = 0
    /// Whether the function keeps the run from being parked.
    var holdsStrand = true
    var hasReturned = false
    /// The input with which a run without a store begins anew; `nil` while it does not.
    var next: (any Sendable)?
    /// The calls of a run without a store that are undone if it fails.
    var undoable: [RecordPath] = []
    /// Not `nil` once the function has to return so that its run can be left.
    var leaving: Leaving?
    var hasCalledWhenLeft = false
    /// Changes with each event, to notice that none has happened for a while.
    var progress = 0
    var isWatched = false
    /// Whether what has ended is written in a moment, also if nothing begins until then.
    var writesSoon = false
  }

  let context: StepContext
  /// The durable run; `nil` in a run without a store.
  let session: RunSession?
  let place: RecordPath
  /// The path of the function, for the contexts of its steps.
  let path: StepPath
  let inputType: any Sendable.Type
  /// How often the function has begun, at first and anew.
  let round: Int
  /// Whether tasks other than that of the function may be running.
  let hasTasks = Atomic<Bool>(false)
  /// Whether something else than a call has resumed a task since the function has to return.
  let hasAwaitedOther = Atomic<Bool>(false)
  /// The time from which a job that begins while no other one runs was resumed by something else
  /// than a call; `.max` until the function has to return, and then `.min` until its calls end.
  let othersFrom = Atomic<StoreTime>(.max)
  let executor: FunctionExecutor
  let state: Locked<State>
  /// Whether the function is called only to name what undoes its calls: nothing begins.
  let isUndoing: Bool
  /// Whether the function is called only to compare it with what is recorded: it ends with the
  /// first call that has no record.
  let isChecked: Bool
  let ownTask: Int?
  /// The number of jobs that run when nothing but a call does: that of its task, unless the
  /// function is on an actor.
  let jobsOfCall: Int

  init(
    in context: StepContext,
    isIsolated: Bool,
    input: any Sendable.Type,
    round: Int
  ) throws {
    self.context = context
    inputType = input
    session = context.session
    executor = session?.takeExecutor() ?? FunctionExecutor()
    let row = session?.row
    self.round = row?.round ?? round
    place = context.place
    path = context.stepPath
    ownTask = Self.currentTask
    jobsOfCall = isIsolated ? 0 : 1
    isUndoing = session?.undos.withLock { $0 != nil } ?? false
    isChecked = session?.isReplay == true && !isUndoing
    do {
      let journal = try FunctionJournal(row?.records ?? [:], of: place, isUndoing: isUndoing) {
        [session] data in
        guard let session else { throw CancellationError() }
        return try session.decode(RecordedFailure.self, from: data)
      }
      let begun = isUndoing ? [] : row?.stepsInDoubt(inside: place) ?? []
      state = Locked(State(journal: journal, begun: begun))
    } catch {
      guard let session else { throw error }
      throw session.setAside("A recorded failure cannot be read: \(UnreadableValue(error)).")
    }
    executor.begin(self)
  }

  /// Whether the function has to stop: with its run, or because this process has left the run.
  var isOver: Bool { context.cancellation.isCancelled || session?.isLeft == true }

  /// Whether the function has not been told all that is recorded.
  var hasUnreadRecords: Bool { state.withLock { $0.journal.next != nil } }

  /// Calls the function.
  nonisolated(nonsending) func perform<Output>(
    _ body: nonisolated(nonsending) () async throws -> Output
  ) async throws -> Output {
    let result: Result<Output, any Error>
    let scope = FunctionScope(function: self, place: place, task: ownTask)
    session?.add(self)
    defer { session?.remove(self) }
    do {
      result = .success(
        try await FunctionScope.$current.withValue(scope) {
          if session == nil { return try await body() }
          return try await TaskHome.runs(on: executor) { try await body() }
        }
      )
    } catch {
      result = .failure(error)
    }
    let leaving = state.withLock { state in
      state.hasReturned = true
      return state.leaving
    }
    if isUndoing { noteReplay() }
    if let leaving {
      leaving.returned.succeed()
      await leaving.decided.future.value
      throw CancellationError()
    }
    try finish(isSuccess: (try? result.get()) != nil)
    return try result.get()
  }

  private func noteReplay() {
    guard let session else { return }
    let records = session.row.records
    let (unread, asked) = state.withLock { ($0.journal.next?.place, $0.places.entered) }
    let replay = RunSession.Replay(unread: unread, asked: asked.filter { records[$0] == nil })
    session.replay.withLock { $0 = replay }
  }

  /// Ends the function, if it has asked for everything that is recorded.
  private func finish(isSuccess: Bool) throws {
    let isOver = isOver
    let (left, open, next, takesStrand) = state.withLock { state in
      defer { (state.questions, state.holdsStrand) = ([], true) }
      let next = expected(state)
      // What it has begun is undone if it fails.
      let isMissing = next?.isRecorded == true || isSuccess
      return (state.questions, state.places.open, isMissing ? next : nil, !state.holdsStrand)
    }
    for question in left { question.turn.resume(throwing: CancellationError()) }
    if takesStrand { session?.strandsChanged(by: 1) }
    if isOver || isUndoing { return }
    if let next, let session {
      let found = isSuccess ? "has returned without asking for it" : "has failed before"
      throw session.setAside("\(FunctionChanged(expected: next, found: found))")
    }
    if isChecked { session?.noteEndOfRecords() }
    if !open.isEmpty {
      throw CallsNotAwaited(calls: open, function: context.name)
    }
    // What follows in the run may depend on it.
    if isSuccess { try state.withLock { try writeFailures(&$0) } }
  }

  // MARK: Calls

  /// Begins a call.
  ///
  /// - Returns: Its place.
  func enter(_ name: String, key: String?, was former: String? = nil) throws -> RecordPath {
    let (outer, isCounted) = try scope(of: name)
    if isOver {
      if session?.hasEnded ?? state.withLock({ $0.hasReturned }) {
        throw refused(name, .afterReturn)
      }
      noteCallWhenLeft(name)
      throw CancellationError()
    }
    let base = base(of: name, key, was: former, in: outer)
    if !isCounted { hasTasks.store(true, ordering: .relaxed) }
    let entered = try state.withLock { state in
      if state.hasReturned { throw refused(name, .afterReturn) }
      let place = state.places.enter(base, isCounted: isCounted)
      if let place, !state.begun.isEmpty { state.begun.remove(place) }
      return place
    }
    if let entered { return entered }
    let refusal = refused(name, .withoutKey)
    guard let session else { throw refusal }
    throw session.setAside(refusal.description)
  }

  /// The place that the name and the key of a call give: that of the former name, if the run has
  /// been there.
  private func base(
    of name: String,
    _ key: String?,
    was former: String?,
    in outer: RecordPath
  ) -> RecordPath {
    if let former {
      let place = base(of: former, key, was: nil, in: outer)
      if session?.hasTrace(at: place) == true { return place }
    }
    let base = outer.appending(name)
    return key.map { base.appending($0) } ?? base
  }

  func leave(_ place: RecordPath) { state.withLock { $0.places.leave(place) } }

  /// Waits until a call is answered from the records, or may begin.
  ///
  /// - Throws: `CancellationError` if the call or the run has to stop.
  nonisolated(nonsending) func turn(at place: RecordPath) async throws -> Turn {
    let turn: Turn?
    do {
      turn = try state.withLock { try answer(to: place, &$0) }
    } catch let full as TooManyRecords {
      guard let session else { throw full }
      try await session.flush()
      throw session.setAside("\(full)")
    } catch {
      throw refusal(after: error)
    }
    if let turn { return turn }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { turn in
        state.withLock { $0.questions.append((place, turn)) }
        if Task.isCancelled { cancelQuestion(at: place) }
        settleIfIdle()
      }
    } onCancel: {
      cancelQuestion(at: place)
    }
  }

  /// Answers a call; returns `nil` if it has to wait until others are answered.
  private func answer(to place: RecordPath, _ state: inout State) throws -> Turn? {
    state.progress += 1
    holdStrand(&state)
    if let next = state.journal.next {
      guard next.place == place, executor.jobCount <= jobsOfCall else { return nil }
      state.journal.readNext()
      return .recorded(next.record)
    }
    if isUndoing { throw CancellationError() }
    if Task.isCancelled {
      if !isOver { state.journal.tell(.cancelled, of: place) }
      throw CancellationError()
    }
    if isHeld(place, state) { return nil }
    try requireRoom(state)
    try begin(place, &state)
    return .begin
  }

  /// Whether a call without a record waits until those are made again that had begun before; one
  /// that contains such a call does not.
  func isHeld(_ place: RecordPath, _ state: State) -> Bool {
    !state.begun.isEmpty && !state.begun.contains { $0.isInside(place) }
  }

  /// What the function has to ask for, so that it is the same as the one that the run began with;
  /// `nil` if it may go on as it likes.
  func expected(_ state: State) -> FunctionChanged.Expected? {
    if let next = state.journal.next { return .init(place: next.place, isRecorded: true) }
    return state.begun.min().map { .init(place: $0, isRecorded: false) }
  }

  /// Checks whether the run has room for the record of another call.
  private func requireRoom(_ state: State) throws {
    guard let session else { return }
    let records = session.recordCount + state.journal.unwrittenCount
    let limit = session.runs.options.maxRecords
    let begun = state.questions.count + state.bodies + state.waits
    if begun + records >= limit { throw TooManyRecords(limit: limit) }
  }

  /// Begins a call without a record.
  func begin(_ place: RecordPath, _ state: inout State) throws {
    if isUndoing { throw CancellationError() }
    if let limit = state.endedLimits.first(where: place.isInside) {
      let expected = FunctionChanged.Expected(place: limit, isRecorded: true)
      throw FunctionChanged(expected: expected, found: "still makes calls in it")
    }
    if isChecked { throw CancellationError() }
    try writeFailures(&state)
    state.bodies += 1
  }

  /// Ends a function whose call may not begin: one that has changed, and one that is only compared,
  /// at the first call that has no record.
  ///
  /// - Returns: The error for the call.
  func refusal(after error: any Error) -> any Error {
    guard let session else { return error }
    if let changed = error as? FunctionChanged { return session.setAside("\(changed)") }
    if isChecked {
      session.noteEndOfRecords()
      session.depart(.lost)
    }
    return error
  }

  /// Records the failures that the function was told, before something that may depend on them.
  func writeFailures(_ state: inout State) throws {
    guard let session else { return }
    for (place, failure) in state.journal.takeUnwritten() {
      try session.record(
        try session.encode(failure),
        type: RecordedFailure.type,
        at: place,
        values: [:],
        began: session.now
      )
    }
  }

  /// Ends a call that waits for its answer and was cancelled, unless it is recorded how it ended.
  private func cancelQuestion(at place: RecordPath) {
    let isOver = isOver
    let question = state.withLock { state -> CheckedContinuation<Turn, any Error>? in
      guard let index = state.questions.firstIndex(where: { $0.place == place }) else { return nil }
      if state.leaving?.holdsAnswers == true { return nil }
      if !isOver {
        if state.journal.isUnread(place) { return nil }
        state.journal.tell(.cancelled, of: place)
      }
      return state.questions.remove(at: index).turn
    }
    question?.resume(throwing: CancellationError())
  }

  /// Ends a call that has begun, and waits until the function may be told.
  nonisolated(nonsending) func end(_ place: RecordPath, _ end: End, wasWaiting: Bool) async {
    let isOver = isOver
    let (isTold, writesSoon) = state.withLock { state in
      state.progress += 1
      holdStrand(&state)
      if wasWaiting { endWait(&state) } else { state.bodies -= 1 }
      // Nothing else may begin for as long as another body runs.
      let writesSoon = state.bodies > 0 && !state.writesSoon
      if writesSoon { state.writesSoon = true }
      let isAlone = state.ends.isEmpty && state.journal.next == nil
      if !isOver && !(isAlone && executor.jobCount <= jobsOfCall) {
        return (false, writesSoon)
      }
      record(end, at: place)
      tell(end, of: place, &state)
      return (true, writesSoon)
    }
    if writesSoon { writeSoon() }
    if isTold { return }
    await withCheckedContinuation { told in
      state.withLock { state in
        record(end, at: place)
        state.ends.append((place, end, told))
      }
      settleIfIdle()
    }
  }

  /// Ends a call that could not begin, because this process has left the run.
  func abandon(wasWaiting: Bool) {
    state.withLock { state in
      holdStrand(&state)
      if wasWaiting { endWait(&state) } else { state.bodies -= 1 }
    }
  }

  private func record(_ end: End, at place: RecordPath) {
    guard let session, end.failure == nil else { return }
    // The size was checked before.
    try? session.record(
      end.output,
      type: end.type,
      at: place,
      values: [:],
      began: end.began,
      reading: end.readings
    )
  }

  func tell(_ end: End, of place: RecordPath, _ state: inout State) {
    if let failure = end.failure {
      state.journal.tell(failure, of: place)
    } else {
      state.journal.tell(place)
    }
  }
}
