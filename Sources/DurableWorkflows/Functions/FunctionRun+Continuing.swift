internal import Foundation
internal import Futures
internal import Workflows

extension FunctionRun {
  /// Returns what the body of a step knows of its call, the same in every execution of the call.
  func call(at place: RecordPath) -> StepCall {
    // No workflow has this name, because percent signs in names are escaped.
    let place = round == 1 ? place : RecordPath("/%\(round)\(place)")
    return StepCall(run: session?.id ?? context.runIdentifier, place: place)
  }

  /// Begins the function anew with another input, in a run that forgets what it has recorded.
  ///
  /// - Throws: ``CallRefused`` or an error of the coding; otherwise `CancellationError`, with which
  ///   the function has to return.
  nonisolated(nonsending) func continueAsNew<Input: Sendable>(
    _ input: Input,
    _ coding: PayloadCoding<Input>
  ) async throws -> Never {
    let call = "continueAsNew"
    _ = try scope(of: call)
    if isOver || isUndoing {
      noteCallWhenLeft(call)
      throw CancellationError()
    }
    try requireForgettable(call, Input.self)
    let data = try session.map { try encoded(input, coding, $0) }
    let (next, open) = state.withLock { state in
      let (next, open) = (expected(state), state.places.open)
      if next == nil && open.isEmpty {
        state.hasReturned = true
        if session == nil { state.next = input }
      }
      return (next, open)
    }
    if let next, let session {
      let changed = FunctionChanged(expected: next, found: "continues as new instead")
      throw session.setAside("\(changed)")
    }
    if !open.isEmpty { throw refused(call, .beforeEnd(of: open)) }
    if let session, let data { try await session.restart(with: data) }
    throw CancellationError()
  }

  /// Throws if the run would need later what it forgets, or could not begin with the new input.
  private func requireForgettable(_ call: String, _ input: any Sendable.Type) throws {
    if input != inputType {
      throw refused(call, .otherInput("\(input)", than: "\(inputType)"))
    }
    if session?.isOfFunction == false { throw refused(call, .continuesInPart) }
    let undoable = session?.row.stepsToUndo.map(\.path) ?? state.withLock { $0.undoable }
    if !undoable.isEmpty { throw refused(call, .forgetsUndo(of: undoable)) }
  }

  private func encoded<Input>(
    _ input: Input,
    _ coding: PayloadCoding<Input>,
    _ session: RunSession
  ) throws -> Data {
    let data = try coding.encode(input, session.codec)
    try session.checkSize(data, of: "new input of \(context.name)")
    return data
  }
}
