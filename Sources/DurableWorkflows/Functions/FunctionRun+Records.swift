internal import Foundation
internal import Futures
internal import Workflows

// What calls have recorded, and how their ends are told to the function.

// MARK: Failures

extension FunctionRun {
  func failure<Output>(
    of call: FunctionCall<Output>,
    for error: any Error
  ) -> RecordedFailure {
    if isCancellation(error) { return .cancelled }
    let codec: any RunCodec = session?.codec ?? JSONRunCodec()
    return RecordedFailure(error, catching: call.errors, limit: session?.maxRecordSize ?? .max) {
      try codec.encode($0)
    }
  }

  func error<Output>(
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

// MARK: Records

extension FunctionRun {
  /// The time in which calls that end are written together.
  private static let timeToWrite = Duration.milliseconds(10)

  /// Writes in a moment what has ended, with what the function has been told until then.
  func writeSoon() {
    guard let session, !session.isReplay else { return }
    Future<Void, any Error>
      .after(Self.timeToWrite, clock: session.clock, cancellation: session.timers.token)
      .on(.inline).onSuccess { [weak self] in
        guard let self else { return }
        state.withLock { $0.writesSoon = false }
        recordFailures()
        unstructured { try? await session.flush() }
      }
  }

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
      session.noteFailure(failure, at: place)
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
