internal import Foundation
internal import Futures
internal import Workflows

/// A call of a step.
struct FunctionCall<Output: Sendable>: Sendable {
  let name: String
  let key: String?
  /// The name that the step had before.
  var former: String?
  let coding: PayloadCoding<Output>
  /// The types of errors that the function sees as themselves.
  let errors: [any (Error & Codable).Type]
  /// Undoes the step, with its output if that is known; `nil` if it is not undone.
  var undo: (@Sendable (Output?, StepCall) async throws -> Void)?
}

extension FunctionRun {
  /// Performs a step, or returns how it ended in an earlier execution.
  nonisolated(nonsending) func step<Output>(
    _ call: FunctionCall<Output>,
    _ body: @Sendable @isolated(any) (StepCall) async throws -> Output
  ) async throws -> Output {
    let place = try enter(call.name, key: call.key, was: call.former)
    defer { leave(place) }
    guard let session else {
      let key = place.idempotencyKey(in: context.runIdentifier)
      let result = await perform(call, StepCall(idempotencyKey: key), body)
      return try result.mapError { self.error(of: call, for: $0) }.get()
    }
    if call.undo != nil { try prepareUndo(of: call, at: place, session) }
    if case .recorded(let record) = try await turn(at: place) {
      return try output(of: call, at: place, record, session)
    }
    do {
      // With what was recorded before, on which the step may depend.
      if call.undo != nil {
        try await session.begin(at: place, isMarked: true)
      } else {
        try await session.flush()
      }
    } catch {
      abandon(wasWaiting: false)
      throw error
    }
    let began = session.now
    let key = place.idempotencyKey(in: session.id)
    let result = await perform(call, StepCall(idempotencyKey: key), body)
    do {
      let output = try result.get()
      let data = try encoded(output, of: call, at: place, session)
      await end(place, .init(output: data, type: call.coding.type, began: began), wasWaiting: false)
      return output
    } catch {
      if call.undo != nil { session.compensatedFailed(at: place) }
      throw await fail(call, at: place, error, wasWaiting: false)
    }
  }

  /// Ends a call that has failed.
  ///
  /// - Returns: The error for the function.
  nonisolated(nonsending) func fail<Output>(
    _ call: FunctionCall<Output>,
    at place: RecordPath,
    _ error: any Error,
    wasWaiting: Bool
  ) async -> any Error {
    let ending = failure(of: call, for: error)
    await end(place, .init(failure: ending), wasWaiting: wasWaiting)
    if isOver { return CancellationError() }
    let found = try? self.error(of: call, from: ending)
    return found ?? error
  }

  private nonisolated(nonsending) func perform<Output>(
    _ call: FunctionCall<Output>,
    _ step: StepCall,
    _ body: @Sendable @isolated(any) (StepCall) async throws -> Output
  ) async -> Result<Output, any Error> {
    do {
      let output = try await context.call(call.name) { context in
        let output = try await FunctionScope.$current.withValue(.step(self)) {
          try await body(step)
        }
        if session == nil, let undo = call.undo {
          await context.compensateLater { try await undo(output, step) }
        }
        return output
      }
      return .success(output)
    } catch {
      return .failure(error)
    }
  }

  func encoded<Output>(
    _ output: Output,
    of call: FunctionCall<Output>,
    at place: RecordPath,
    _ session: RunSession
  ) throws -> Data {
    let data: Data
    do {
      data = try call.coding.encode(output, session.codec)
    } catch {
      throw UncodableOutput(step: "\(place)", reason: "\(error)")
    }
    try session.checkSize(data, of: "\(place)")
    return data
  }
}

// MARK: - Failures

extension FunctionRun {
  private func failure<Output>(
    of call: FunctionCall<Output>,
    for error: any Error
  ) -> RecordedFailure {
    if isCancellation(error) { return .cancelled }
    let codec: any RunCodec = session?.codec ?? JSONRunCodec()
    return RecordedFailure(error, catching: call.errors, limit: session?.maxRecordSize ?? .max) {
      try codec.encode($0)
    }
  }

  private func error<Output>(
    of call: FunctionCall<Output>,
    from failure: RecordedFailure
  ) throws -> (any Error)? {
    let codec: any RunCodec = session?.codec ?? JSONRunCodec()
    return try failure.error(of: call.name, catching: call.errors) { type, data in
      func decode<Failure: Error & Codable>(_ type: Failure.Type) throws -> any Error {
        try codec.decode(type, from: data)
      }
      return try decode(type)
    }
  }

  /// The error of a run without a store, which is the same as that of a run with one.
  func error<Output>(
    of call: FunctionCall<Output>,
    for error: any Error
  ) -> any Error {
    let found = try? self.error(of: call, from: failure(of: call, for: error))
    return found ?? error
  }
}

// MARK: - Records

extension FunctionRun {
  /// Returns how a recorded call has ended.
  func output<Output>(
    of call: FunctionCall<Output>,
    at place: RecordPath,
    _ record: RunStorage.Row.Record,
    _ session: RunSession
  ) throws -> Output {
    if record.type == RecordedFailure.type {
      throw try recordedError(of: call, at: place, record, session)
    }
    if !record.type.isEmpty && record.type != call.coding.type {
      throw session.setAside(
        "The run has a record of '\(place)' of type \(record.type), and the function asks for "
          + "\(call.coding.type). Restore the type, give the step another name behind the last "
          + "record, or register the old function beside the new one, with another version."
      )
    }
    do {
      return try call.coding.decode(record.value, session.codec)
    } catch {
      throw session.setAside(
        "The record of '\(place)' cannot be read as \(Output.self): \(UnreadableValue(error)). "
          + "Register a version of the workflow that reads it, or fork the run from an earlier step."
      )
    }
  }

  private func recordedError<Output>(
    of call: FunctionCall<Output>,
    at place: RecordPath,
    _ record: RunStorage.Row.Record,
    _ session: RunSession
  ) throws -> any Error {
    do {
      let failure = try session.decode(RecordedFailure.self, from: record.value)
      if let found = try self.error(of: call, from: failure) { return found }
      return session.setAside(
        "The run has recorded that '\(place)' failed with \(failure.type ?? ""), which the call no "
          + "longer catches. Add the type to 'catching'."
      )
    } catch {
      return session.setAside(
        "The recorded failure of '\(place)' cannot be read: \(UnreadableValue(error))."
      )
    }
  }
}
