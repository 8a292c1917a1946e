internal import Foundation
internal import Futures
internal import Workflows

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
