internal import Foundation
internal import Futures
internal import Workflows

/// The work of a process on a run that it has claimed.
struct RunExecution: Sendable {
  let session: RunSession
  let workflow: DurableWorkflow
  let settings: RunSettings

  private enum Ending {
    case failed(RunFailure)
    /// The run has ended with a value, or this process has left it.
    case over
  }

  /// Runs the remaining steps, or undoes those that have run.
  func run() async {
    defer { session.tellLeft() }
    let row = session.row
    let differences = workflow.outline.differences(from: row.records)
    if !differences.isEmpty {
      let reason = WorkflowMismatch(workflow: workflow.key, differences: differences)
      _ = await session.commit([], .setAside("\(reason)"))
      return
    }
    if row.undoing == nil {
      guard case .failed(let failure) = await perform(row) else { return await leave() }
      let continuation: RunContinuation<Data> =
        session.row.nextToUndo == nil ? .end(.failure(failure)) : .keep
      let changes: [RunStore.Change] = continuation == .keep ? [.undo(failure)] : []
      guard case .kept = await session.commit(changes, continuation) else { return }
      if continuation != .keep { return }
    }
    await undo()
  }

  /// Writes the reason why the run was left, if it was set aside.
  private func leave() async {
    if case .setAside(let reason)? = session.departure { await session.writeSettingAside(reason) }
  }

  private func perform(_ row: RunStore.Row) async -> Ending {
    if row.isCancelRequested { return .failed(.cancelled) }
    if let deadline = row.deadline, deadline <= session.now { return .failed(.deadline) }
    var options = RunOptions(tag: session.id, cancellation: .never, cancelsWhenUnobserved: false)
    options.durability = session
    options.instrument = session.instrument(workflow.key)
    let run: PreparedRun
    do {
      run = try workflow.prepare(row.input, options, settings.codec)
    } catch {
      _ = session.setAside("The input cannot be read: \(UnreadableValue(error)).")
      return .over
    }
    session.cancelRun.withLock { $0 = run.cancel }
    defer { session.cancelRun.withLock { $0 = nil } }
    if session.isLeft { return .over }
    // An earlier cancellation is not reported again.
    if session.row.isCancelRequested { return .failed(.cancelled) }
    let limit = CancellationSource()
    defer { limit.cancel() }
    if let deadline = row.deadline {
      Future<Void, any Error>
        .after(
          .milliseconds(max(1, deadline - session.now)),
          clock: session.clock,
          cancellation: limit.token
        )
        .onSuccess(on: .inline) { run.cancel() }
    }
    if let monitor = settings.monitor { run.observe(monitor) }
    run.start()
    let result = await run.result()
    await run.stopped()
    if session.isLeft { return .over }
    switch result {
    case .success(let output):
      if output.count > session.maxRecordSize {
        let error = OutputTooLarge(
          step: workflow.name,
          size: output.count,
          limit: session.maxRecordSize
        )
        return .failed(RunFailure(error))
      }
      guard case .cancelled = await session.commit([], .end(.value(output))) else { return .over }
      return .failed(.cancelled)
    case .failure(let error) where isCancellation(error):
      let isLate = row.deadline.map { $0 <= session.now } ?? false
      return .failed(isLate && !session.row.isCancelRequested ? .deadline : .cancelled)
    case .failure(let error): return .failed(RunFailure(error))
    }
  }

  /// Undoes the steps that have run, the last one first, and records each undoing.
  private func undo() async {
    let steps = session.row.stepsToUndo
    for (index, next) in steps.enumerated() {
      let hasSucceeded = await undo(next)
      if session.isLeft { return }
      let change = RunStore.Change.undone(next.path, hasSucceeded: hasSucceeded)
      let isLast = index == steps.count - 1
      let failure = isLast ? session.row.undoing : nil
      let continuation = failure.map { RunContinuation<Data>.end(.failure($0)) } ?? .keep
      guard case .kept = await session.commit([change], continuation) else { return }
    }
    if let failure = session.row.undoing, !session.isLeft {
      _ = await session.commit([], .end(.failure(failure)))
    }
  }

  private func undo(_ next: RunStore.Row.Undo) async -> Bool {
    let source = CancellationSource()
    session.cancelRun.withLock { $0 = { source.cancel() } }
    defer { session.cancelRun.withLock { $0 = nil } }
    if session.isLeft { return false }
    var options = RunOptions(tag: session.id, cancellation: source.token)
    options.identifier = "\(session.id) undo \(next.path)"
    options.instrument = session.instrument(workflow.key)
    var hasSucceeded = true
    for compensation in workflow.compensations(next.path) {
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

  init(_ error: any Error) {
    // A message is for people, not a place to store data.
    self = .error(type: "\(type(of: error))", message: String("\(error)".prefix(10_000)))
  }
}
