internal import Futures
internal import Workflows

// A function is called again without beginning anything: to find what undoes its calls, to find
// out whether it does the same again, or whether it fits what a run has recorded.

extension RunSession {
  /// What a function has asked for when it was called again.
  struct Replay: Sendable {
    /// What is recorded next, and was not asked for.
    let unread: RecordPath?
    /// The calls that were made and have no record.
    let asked: Set<RecordPath>
  }

  /// Calls the function of the run, which begins nothing.
  ///
  /// - Throws: An error of the input.
  func callAgain(_ workflow: DurableWorkflow) async throws {
    undos.withLock { $0 = [:] }
    try await call(workflow)
  }

  /// Calls the function of the run, in a session that is a replay.
  ///
  /// - Throws: An error of the input.
  func call(_ workflow: DurableWorkflow) async throws {
    var options = RunOptions(tag: id, cancellation: .never, cancelsWhenUnobserved: false)
    options.durability = self
    let run = try workflow.prepare(row.currentInput, options, codec)
    cancelRun.withLock { $0 = run.cancel }
    defer { cancelRun.withLock { $0 = nil } }
    if !isLeft { _ = await run.perform(nil) }
  }

  /// Whether a function that is called to compare it has been told all that is recorded.
  var hasReadRecords: Bool { state.withLock { $0.hasReadRecords } }

  /// Notes that a function has been told all that is recorded.
  func noteEndOfRecords() { state.withLock { $0.hasReadRecords = true } }

  /// Why a run that is only replayed would be set aside; `nil` if it would not be.
  var refusal: String? { state.withLock { $0.refusal } }

  /// Calls the function of a run that is about to be parked, and compares its calls with those that
  /// wait.
  ///
  /// - Returns: The difference; `nil` if there is none, or the workflow is not a function.
  func differenceInReplay() async -> String? {
    guard let workflow = workflows[row.definition], workflow.outline.kind == .function else {
      return nil
    }
    let run = ClaimAnswer.Run(id: id, row: row)
    let copy = RunSession(run, now: now, in: runs, isReplay: true, onWrite: {})
    try? await copy.callAgain(workflow)
    if case .setAside(let reason)? = copy.departure { return reason }
    // Left too early, it has not asked for everything.
    guard copy.departure == nil, let replay = copy.replay.withLock({ $0 }) else { return nil }
    let asked = replay.asked.sorted().quoted
    let waiting = Set(state.withLock { $0.waiters.values.map(\.call) })
    let missing = replay.unread ?? waiting.subtracting(replay.asked).min()
    guard let missing else { return nil }
    return "The function was called again with the same records, and did not ask for '\(missing)', "
      + "but for \(asked.isEmpty ? "nothing" : asked). Between calls, it has to decide by its input "
      + "and by what calls have returned: use `now` and `random` of the steps."
  }
}

extension RunSession.Waiter {
  /// The place of the call that waits.
  fileprivate var call: RecordPath {
    place.waitedChild?.step ?? (place.isWaitForSignal ? place.outer ?? place : place)
  }
}
