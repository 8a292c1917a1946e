internal import Foundation
internal import Futures
internal import Synchronization
internal import Workflows

/// A durable run in the process that has it: the link between its steps and the store.
///
/// The session collects the changes of the steps and writes them before anything that depends on
/// them begins. When everything in the run is suspended in waits, the session parks the run and
/// leaves it.
final class RunSession: RunDurability {
  /// Why the process no longer works on the run.
  enum Departure: Sendable {
    case parked
    /// Another worker has the run, or its lease has ended.
    case lost
    /// The process stops working on runs.
    case drained
    case setAside(reason: String)
    /// The run has ended.
    case ended
  }

  struct State {
    /// The state in the store, with the changes that are still to be written.
    var row: RunStorage.Row
    /// The places that the run has entered; `nil` until a step asks for them.
    var traces: Set<RecordPath>?
    /// The changes that are still to be written.
    var pending: [RunStorage.Change] = []
    var isWriting = false
    /// Settles when the current write has ended; `nil` if nobody waits for it.
    var endOfWrite: Promise<Void, Never>?
    /// The token of the last write, or a random one before the first.
    var lastToken = Int.random(in: .min ... .max)
    /// The compensated steps that have begun in this claim.
    var begun: Set<RecordPath> = []
    /// The times at which the current timeouts end.
    var limits: [RecordPath: StoreTime] = [:]
    /// The number of tasks of the run that do not wait for one another.
    var strands = 1
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    /// The signals that queue for which steps have waited.
    var queues: [String: SignalQueue] = [:]
    /// The number of the last child that each step has waited for; `nil` until it is needed.
    var lastChildren: [RecordPath: Int]?
    var isParking = false
    /// Whether the functions of the run have to return, so that this process can leave it.
    var isLeaving = false
    /// The functions of the run that have not returned.
    var functions: [any LeavableFunction] = []
    var departure: Departure?
    /// Whether the process leaves the run at its next write.
    var isDraining = false
    /// The call of a function that has failed last, and how.
    var lastFailure: (place: RecordPath, failure: RecordedFailure)?
    /// Whether a function that is called to compare it has been told all that is recorded.
    var hasReadRecords = false
    /// Why a run that is only replayed would be set aside, whatever else has ended the replay.
    var refusal: String?
    /// The time of the store and the time of this process at the last contact.
    var contact: (store: StoreTime, elapsed: Duration)
  }

  let id: String
  let epoch: Int
  let store: any RunStorage
  let codec: any RunCodec
  /// The workflows that this process knows.
  let workflows: [WorkflowVersion: DurableWorkflow]
  let clock: any Clock<Duration>
  let maxRecordSize: Int
  let runs: RunSettings
  /// By how much longer functions may be idle than at first.
  let patience: Int
  let tracing: (any DurableRunTracing)?
  /// The closures to call when the execution is over.
  let leaveHooks = Locked<[@Sendable () -> Void]>([])
  /// Called after each write.
  let onWrite: @Sendable () -> Void
  /// Called with the identifier of another run that has received a signal.
  let onSend: @Sendable (String) -> Void
  /// Called when this process has left the run, and a function of it does not return.
  let whenStuck = Locked<(@Sendable () -> Void)?>(nil)
  private let isTold = Atomic<Bool>(false)
  let timers = CancellationSource()
  let state: Locked<State>
  /// The state of the run at its end; `nil` if this process left the run before its end.
  let end = Promise<RunStorage.Row?, any Error>()
  /// Cancels the run in this process.
  let cancelRun = Locked<(@Sendable () -> Void)?>(nil)
  /// Whether the run is only replayed, and belongs to another session or to nobody: nothing is
  /// asked of the store, and nothing is reported.
  let isReplay: Bool
  /// What the function asked for when it was called again; `nil` before that.
  let replay = Locked<Replay?>(nil)
  /// What undoes the calls of a function, which was called again to name it; `nil` before that.
  let undos = Locked<[RecordPath: RecordedCompensation]?>(nil)
  /// The executor that the task of the run began on; `nil` once a function has it, and if the
  /// workflow is not a function.
  private let executor = Locked<FunctionExecutor?>(nil)
  private let elapsed: @Sendable () -> Duration

  init(
    _ run: ClaimAnswer.Run,
    now: StoreTime,
    in runs: RunSettings,
    isReplay: Bool = false,
    onSend: @escaping @Sendable (String) -> Void = { _ in },
    onWrite: @escaping @Sendable () -> Void
  ) {
    id = run.id
    epoch = run.row.epoch
    store = runs.store
    codec = runs.codec
    workflows = runs.workflows
    clock = runs.clock
    maxRecordSize = runs.options.maxRecordSize
    self.runs = runs
    self.isReplay = isReplay
    patience = run.row.patience
    tracing = runs.options.tracing
    self.onWrite = onWrite
    self.onSend = onSend
    elapsed = stopwatch(runs.clock)
    state = Locked(
      State(row: run.row, contact: (store: now, elapsed: .zero))
    )
  }

  deinit { timers.cancel() }

  /// Creates the executor for the task of a run whose workflow is a function.
  func makeExecutor() -> FunctionExecutor {
    let made = FunctionExecutor()
    executor.withLock { $0 = made }
    return made
  }

  /// Returns the executor that the task of the run began on, once.
  func takeExecutor() -> FunctionExecutor? { executor.withLock { $0.take() } }

  /// Reports an event of the run.
  func report(_ event: DurableRunsEvent) {
    if !isReplay { runs.report(event, of: row, at: now) }
  }

  var isLeft: Bool { state.withLock { $0.departure != nil || $0.isLeaving } }

  /// Whether this process has left the run, and its steps have nothing more to write.
  var hasDeparted: Bool { state.withLock { $0.departure != nil } }

  /// Whether the run has ended, and this process has written that.
  var hasEnded: Bool {
    if case .ended? = departure { true } else { false }
  }

  var departure: Departure? { state.withLock { $0.departure } }

  /// The call of a function that has failed last, and how.
  var lastFailure: (place: RecordPath, failure: RecordedFailure)? {
    state.withLock { $0.lastFailure }
  }

  /// Notes that a function has seen a call fail.
  func noteFailure(_ failure: RecordedFailure, at place: RecordPath) {
    if failure.type != nil { state.withLock { $0.lastFailure = (place, failure) } }
  }

  var isWriting: Bool { state.withLock { $0.isWriting } }

  var isDraining: Bool { state.withLock { $0.isDraining } }

  /// Leaves the run at its next write.
  func drain() { state.withLock { $0.isDraining = true } }

  /// The state in the store, with the changes that are still to be written.
  var row: RunStorage.Row { state.withLock { $0.row } }

  /// Notifies those who wait for the end of the run.
  func tellEnd() {
    let row = row
    if case .ended = row.state { end.succeed(row) } else { end.succeed(nil) }
  }

  /// Returns whether it has not been told yet that this process no longer has the run.
  func beginToTell() -> Bool { !isTold.exchange(true, ordering: .relaxed) }

  /// The time of the store, as estimated by this process.
  var now: StoreTime { state.withLock { now($0) } }

  func now(_ state: State) -> StoreTime {
    state.contact.store + (elapsed() - state.contact.elapsed).wholeMilliseconds
  }

  /// Adopts a time from the store.
  func adopt(_ time: StoreTime, _ state: inout State) {
    state.contact = (max(time, now(state)), elapsed())
  }

  /// The time since the last contact with the store.
  var silence: Duration { state.withLock { elapsed() - $0.contact.elapsed } }

  // MARK: What steps ask

  func hasTrace(at place: RecordPath) -> Bool {
    state.withLock { state in
      if state.traces == nil, !state.row.hasTraces { return false }
      let traces = state.traces ?? state.row.traces
      state.traces = traces
      return traces.contains(place)
    }
  }

  func record(at place: RecordPath) -> Data? {
    state.withLock { $0.row.records[place]?.value }
  }

  func encode(_ value: some Encodable) throws -> Data { try codec.encode(value) }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try codec.decode(type, from: data)
  }

  /// Returns a version of a workflow; without a version, the one that a submission would choose.
  func definition<Input, Output>(
    of workflow: Workflow<Input, Output>,
    _ version: Int?
  ) -> WorkflowVersion {
    let known = version ?? workflows.typed(workflow, nil)?.version
    let name = workflow.name
    let number = known ?? workflows.highestVersion(of: name) ?? 1
    return WorkflowVersion(name, version: number)
  }

  // MARK: What steps tell

  /// Adds a change to the next write.
  func append(_ change: RunStorage.Change) {
    state.withLock { append(change, &$0) }
  }

  func append(_ change: RunStorage.Change, _ state: inout State) {
    append(change, at: now(state), &state)
  }

  private func append(_ change: RunStorage.Change, at now: StoreTime, _ state: inout State) {
    if state.departure != nil || state.isLeaving { return }
    // A step without a trace has left none inside, either.
    let isFirstTrace =
      if case .attempt(let path, failed: _, pause: _) = change {
        state.traces?.contains(path) == false
      } else {
        false
      }
    state.pending.append(change)
    state.row.apply(change, at: now)
    switch change {
    case .record(let path, _, type: _, isCompensated: _, took: _) where path.isOfRun,
      .attempt(let path, failed: _, pause: _) where path.isOfRun:
      break
    case .record(let path, _, type: _, isCompensated: _, took: _),
      .wait(let path, for: _, until: _), .begin(let path):
      state.traces?.insertTrace(path)
    case .attempt(let path, failed: _, pause: _) where isFirstTrace: state.traces?.insertTrace(path)
    case .failed, .attempt, .restart: state.traces = nil
    case .limit, .undo, .undone, .tag: break
    }
  }

  func record(
    _ output: Data,
    type: String,
    at place: RecordPath,
    values: [String: (any Sendable)?],
    began: StoreTime
  ) throws {
    try record(output, type: type, at: place, values: values, began: began, reading: [])
  }

  /// Records how a step has ended, and the names of the signals that it has read.
  func record(
    _ output: Data,
    type: String,
    at place: RecordPath,
    values: [String: (any Sendable)?],
    began: StoreTime,
    reading signals: [String]
  ) throws {
    var changes = try values.sorted { $0.key < $1.key }.compactMap { name, value in
      try recordOfValue(value, named: name, at: place)
    }
    try checkSize(output, of: "\(place)")
    state.withLock { state in
      let now = now(state)
      // In one write: a value that is read and not recorded would be lost.
      for signal in signals where state.row.records[.reading(of: signal)] == nil {
        changes.append(.record(.reading(of: signal), Data(), isCompensated: false))
      }
      // What an earlier execution may have done is undone though this one has failed.
      let isInDoubt = type == RunStorage.Row.failureType && state.row.marks[place] != nil
      changes.append(
        .record(
          place,
          output,
          type: type,
          isCompensated: isInDoubt || state.begun.contains(place),
          took: max(0, now - began)
        )
      )
      for change in changes { append(change, at: now, &state) }
    }
  }

  func checkSize(_ data: Data, of step: String) throws {
    if data.count > maxRecordSize {
      throw OutputTooLarge(step: step, size: data.count, limit: maxRecordSize)
    }
  }

  func beginCompensated(at place: RecordPath, isMarked: Bool) async throws {
    // Better before it has an effect than when it has to be undone.
    if let known = workflows[row.definition], known.compensations(place).isEmpty {
      throw CompensationOutOfReach(step: place.description)
    }
    try await begin(at: place, isMarked: isMarked)
  }

  /// Notes the start of a step that has to be undone later if it has an effect.
  func begin(at place: RecordPath, isMarked: Bool) async throws {
    state.withLock { state in
      if state.row.records[place] != nil { return }
      state.begun.insert(place)
      let mark = state.row.marks[place]
      if !isMarked || mark?.epoch == epoch && mark?.isOfEarlierAttempt == false { return }
      append(.begin(place), &state)
    }
    // Together with what the steps before have recorded.
    try await flush()
  }

  func compensatedFailed(at place: RecordPath) {
    if LimitScope.hasLeftCurrentTask { return }
    state.withLock { state in
      if state.row.marks[place] != nil { append(.failed(place), &state) }
      state.begun.remove(place)
    }
  }

  func beginLimit(_ limit: Duration, at place: RecordPath) -> Duration {
    state.withLock { state in
      let now = now(state)
      let due = state.row.limits[place] ?? now + limit.milliseconds
      if state.row.limits[place] == nil { append(.limit(place, until: due), &state) }
      state.limits[place] = due
      if due <= now { leaveChildren(inside: place, state) }
      return .milliseconds(due - now)
    }
  }

  func endLimit(at place: RecordPath, isKept: Bool) {
    state.withLock { state in
      state.limits[place] = nil
      if isKept { append(.limit(place, until: .max), &state) }
    }
  }
}
