internal import Foundation
internal import Futures
internal import Workflows

extension FunctionRun {
  /// Notes how a call is undone, if the run is being undone.
  ///
  /// - Throws: ``CallRefused`` if the undo could not be found again.
  func prepareUndo<Output>(
    of call: FunctionCall<Output>,
    at place: RecordPath,
    _ session: RunSession
  ) throws {
    guard let undo = call.undo else { return }
    if !isUndoing {
      if session.isOfFunction { return }
      throw refused(call.name, .undoInPart)
    }
    let step = StepCall(idempotencyKey: place.idempotencyKey(in: session.id))
    let coding = call.coding
    let compensation = RecordedCompensation { run, options in
      guard let output = try run.recordedOutput(at: place, coding) else { return }
      try await Self.perform(call.name, options) { try await undo(output, step) }
    } undoInDoubt: { _, _, options in
      try await Self.perform(call.name, options) { try await undo(nil, step) }
      return true
    }
    session.undos.withLock { $0?[place] = compensation }
  }

  private static func perform(
    _ name: String,
    _ options: RunOptions,
    _ undo: @escaping @Sendable () async throws -> Void
  ) async throws {
    let step = Perform<Void, Void>("compensate \(name)") { _ in try await undo() }
    try await step.alone(options: options)
  }
}

extension RunSession {
  /// Whether the workflow of the run is a function itself.
  fileprivate var isOfFunction: Bool { workflows[row.definition]?.outline.kind == .function }
}

extension RunExecution {
  /// Calls a function again for the closures that undo its calls, before one of them runs.
  ///
  /// - Returns: Whether each call to undo has one; if not, the run was left or set aside.
  func nameUndos() async -> Bool {
    guard workflow.outline.kind == .function else { return true }
    session.undos.withLock { $0 = [:] }
    var options = RunOptions(tag: session.id, cancellation: .never, cancelsWhenUnobserved: false)
    options.durability = session
    do {
      let run = try workflow.prepare(session.row.input, options, settings.codec)
      session.cancelRun.withLock { $0 = run.cancel }
      defer { session.cancelRun.withLock { $0 = nil } }
      if !session.isLeft { _ = await run.perform(nil) }
    } catch {
      _ = session.setAside("The input cannot be read: \(UnreadableValue(error)).")
    }
    if session.isLeft {
      await leave()
      return false
    }
    let named = session.undos.withLock { $0 ?? [:] }
    let missing = session.row.stepsToUndo.map(\.path).filter { named[$0] == nil }
    if missing.isEmpty { return true }
    _ = await session.commit([], .setAside("\(UndosMissing(calls: missing))"))
    return false
  }
}
