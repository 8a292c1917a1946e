internal import Foundation
internal import Futures
internal import Workflows

extension RunExecution {
  /// Calls a function again for the closures that undo its calls, before one of them runs, and sets
  /// the run aside unless each call to undo has one.
  func nameUndos() async {
    if let problem = await problemOfUndos() { _ = session.setAside(problem) }
  }

  /// Calls a function again for the closures that undo its calls.
  ///
  /// - Returns: Why the run cannot be undone; `nil` if it can, or was left.
  func problemOfUndos() async -> String? {
    guard workflow.outline.kind == .function else { return nil }
    do {
      try await session.callAgain(workflow)
    } catch {
      refuseInput(error)
    }
    if session.isLeft { return nil }
    let named = session.undos.withLock { $0 ?? [:] }
    let missing = session.row.stepsToUndo.map(\.path).filter { named[$0] == nil }
    return missing.isEmpty ? nil : "\(UndosMissing(calls: missing))"
  }
}
