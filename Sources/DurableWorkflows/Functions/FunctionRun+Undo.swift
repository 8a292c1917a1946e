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
    let step = self.call(at: place)
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
  var isOfFunction: Bool { workflows[row.definition]?.outline.kind == .function }
}
