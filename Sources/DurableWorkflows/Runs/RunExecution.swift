internal import Foundation
internal import Futures
internal import Workflows

/// The work of a process on a run that it has claimed.
struct RunExecution: Sendable {
  let session: RunSession
  let workflow: DurableWorkflow
  let settings: RunSettings

  /// What is left to do when the steps have ended.
  enum Rest {
    /// The run has failed.
    case failure(RunFailure)
    /// An earlier execution has begun to undo the steps.
    case undoing
    /// The run has ended with a value, or this process has left it.
    case nothing
  }

  /// The end of the steps.
  struct Ending {
    let rest: Rest
    /// Whether the task of the steps is cancelled, or is about to be.
    var isCancelled = false
  }

  /// Runs the remaining steps.
  ///
  /// - Parameter task: The current task, which is cancelled with the steps; `nil` for steps with a
  ///   task of their own.
  /// - Returns: What is left to do.
  func run(in task: Task<Void, Never>?) async -> Ending {
    let row = session.row
    if let reason = workflow.outline.mismatch(with: row) {
      _ = session.setAside(reason)
      return Ending(rest: .nothing)
    }
    return row.undoing == nil ? await perform(row, in: task) : Ending(rest: .undoing)
  }

  /// Returns why the run ends before its steps; `nil` if it does not.
  func endOfTime(of row: RunStorage.Row) -> RunFailure? {
    if row.isCancelRequested { return .cancelled }
    if let deadline = row.deadline, deadline <= session.now { return .deadline }
    return nil
  }

  /// Sets the run aside, because its input cannot be read.
  func refuseInput(_ error: any Error) {
    _ = session.setAside("The input cannot be read: \(UnreadableValue(error)).")
  }

  /// Does what is left to do, in a task that is not cancelled: undoes the steps that have run,
  /// unless the run has ended with a value, and writes why the run was left, if it was set aside.
  func finish(_ rest: Rest) async {
    await complete(rest)
    if case .setAside(let reason)? = session.departure { await session.writeSettingAside(reason) }
    session.tellLeft()
  }

  private func complete(_ rest: Rest) async {
    switch rest {
    case .failure(let failure):
      let continuation: RunContinuation<Data> =
        session.row.nextToUndo == nil ? .end(.failure(failure)) : .keep
      let changes: [RunStorage.Change] = continuation == .keep ? [.undo(failure)] : []
      guard case .kept = await session.commit(changes, continuation) else { return }
      if continuation == .keep { await undo() }
    case .undoing: await undo()
    case .nothing: break
    }
  }

  private func perform(_ row: RunStorage.Row, in task: Task<Void, Never>?) async -> Ending {
    if let failure = endOfTime(of: row) { return Ending(rest: .failure(failure)) }
    let skipped = workflow.outline.skipped(by: row)
    if !skipped.isEmpty {
      session.report(.skipped(run: session.id, steps: skipped.map(\.description)))
    }
    var options = RunOptions(tag: session.id, cancellation: .never, cancelsWhenUnobserved: false)
    options.durability = session
    options.instrument = session.instrument(workflow.definition)
    let run: PreparedRun
    do {
      run = try workflow.prepare(row.currentInput, options, settings.codec)
    } catch {
      refuseInput(error)
      return Ending(rest: .nothing)
    }
    session.cancelRun.withLock { $0 = run.cancel }
    defer { session.cancelRun.withLock { $0 = nil } }
    if session.isLeft { return Ending(rest: .nothing) }
    // An earlier cancellation is not reported again.
    if session.row.isCancelRequested { return Ending(rest: .failure(.cancelled)) }
    let limit = CancellationSource()
    defer { limit.cancel() }
    if let deadline = row.deadline {
      Future<Void, any Error>
        .after(
          .milliseconds(max(1, deadline - session.now)),
          clock: session.clock,
          cancellation: limit.token
        )
        .on(.inline).onSuccess { run.cancel() }
    }
    if let monitor = settings.monitor { run.observe(monitor) }
    return await end(of: row, with: run.perform(task))
  }

  /// Ends the run, if it has a value.
  private func end(
    of row: RunStorage.Row,
    with result: Result<Data, any Error>
  ) async -> Ending {
    let isCancelled = if case .failure(let error) = result { isCancellation(error) } else { false }
    if session.isLeft { return Ending(rest: .nothing, isCancelled: isCancelled) }
    switch result {
    case .success(let output) where output.count > session.maxRecordSize:
      let (size, limit) = (output.count, session.maxRecordSize)
      let error = OutputTooLarge(step: workflow.name, size: size, limit: limit)
      return Ending(rest: .failure(RunFailure(error)))
    case .success(let output):
      let answer = await session.commit([], .end(.value(output)))
      return Ending(rest: answer == .cancelled ? .failure(.cancelled) : .nothing)
    case .failure(let error):
      if !isCancelled { return Ending(rest: .failure(RunFailure(error, session.lastFailure))) }
      let isLate = row.deadline.map { $0 <= session.now } ?? false
      let failure: RunFailure = isLate && !session.row.isCancelRequested ? .deadline : .cancelled
      return Ending(rest: .failure(failure), isCancelled: true)
    }
  }

  /// Undoes the steps that have run, the last one first, and records each undoing.
  private func undo() async {
    await nameUndos()
    if session.isLeft { return }
    let steps = session.row.stepsToUndo
    for (index, next) in steps.enumerated() {
      let hasSucceeded = await undo(next)
      if session.isLeft { return }
      let change = RunStorage.Change.undone(next.path, hasSucceeded: hasSucceeded)
      let isLast = index == steps.count - 1
      let failure = isLast ? session.row.undoing : nil
      let continuation = failure.map { RunContinuation<Data>.end(.failure($0)) } ?? .keep
      guard case .kept = await session.commit([change], continuation) else { return }
    }
    if let failure = session.row.undoing, !session.isLeft {
      _ = await session.commit([], .end(.failure(failure)))
    }
  }

  private func undo(_ next: RunStorage.Row.Undo) async -> Bool {
    let source = CancellationSource()
    session.cancelRun.withLock { $0 = { source.cancel() } }
    defer { session.cancelRun.withLock { $0 = nil } }
    if session.isLeft { return false }
    var options = RunOptions(tag: session.id, cancellation: source.token)
    options.identifier = "\(session.id) undo \(next.path)"
    options.instrument = session.instrument(workflow.definition)
    var hasSucceeded = true
    let ofCall = session.undos.withLock { $0?[next.path] }
    var compensations = ofCall.map { [$0] } ?? workflow.compensations(next.path)
    if compensations.isEmpty {
      // The definition has changed, or a step of your own contains the step.
      guard let isChild = try? await session.hasChild(at: next.path) else { return false }
      compensations = [isChild ? .undoingChildren(at: next.path) : .missing(at: next.path)]
    }
    for compensation in compensations {
      do {
        if next.value != nil {
          try await compensation.undo(session, options)
        } else {
          let key = next.path.idempotencyKey(in: session.id)
          let isKnown = try await compensation.undoInDoubt(session, key, options)
          if !isKnown { throw StepInDoubt(step: next.path.description) }
        }
      } catch {
        hasSucceeded = false
        if session.isLeft { break }
        session.report(
          .compensationFailed(run: session.id, step: next.path.description, error: error)
        )
      }
    }
    return hasSucceeded
  }
}

extension RunFailure {
  static var deadline: RunFailure { RunFailure(RunDeadlineExceeded()) }

  /// Creates the failure of a run, which names the call of a function that the error comes from.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - last: The call of a function that has failed last, and how.
  init(
    _ error: any Error,
    _ last: (place: RecordPath, failure: RecordedFailure)? = nil
  ) {
    let failed = error as? StepFailed
    let type = failed?.type ?? "\(Swift.type(of: error))"
    // A message is for people, not a place to store data.
    var message = failed?.message ?? String("\(error)".prefix(10_000))
    if let (place, failure) = last, failure.type == type, message.hasPrefix(failure.message),
      !message.contains("'\(place)'")
    {
      message = "'\(place)': \(message)"
    }
    self = .error(type: type, message: message)
  }
}
