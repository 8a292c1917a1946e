internal import Foundation
internal import Futures
internal import Workflows

extension RunExecution {
  /// Calls a function again for the closures that undo its calls, before one of them runs.
  ///
  /// - Returns: Whether each call to undo has one; if not, the run was left or set aside.
  func nameUndos() async -> Bool {
    guard workflow.outline.kind == .function else { return true }
    do {
      try await session.callAgain(workflow)
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
