internal import Foundation
internal import Futures
internal import Workflows

extension FunctionRun {
  /// The type of the record of a wait that ended with its time; no type of a client has this name.
  static let due = "%due"

  /// Waits in the store.
  ///
  /// - Throws: `CancellationError` if the call or the run has to stop.
  nonisolated(nonsending) func wait(
    at place: RecordPath,
    in session: RunSession,
    until end: Wait.End
  ) async throws {
    if case .recorded(let record) = try await turn(at: place) {
      _ = try signalled(by: record, at: place, nil, session)
    } else {
      try await waitAnew(at: place, in: session, until: end)
    }
  }

  /// Waits in the store at a place that has no record.
  nonisolated(nonsending) func waitAnew(
    at place: RecordPath,
    in session: RunSession,
    until end: Wait.End
  ) async throws {
    let began = session.now
    try await waiting(at: place) { () async throws -> Void in
      _ = try await session.wait(at: place, until: end)
    }
    await self.end(place, End(type: Self.due, began: began), wasWaiting: true)
  }

  /// Waits for a signal in the store, but no longer than a time.
  ///
  /// - Returns: The value that was sent; `nil` if the time has passed.
  /// - Throws: `CancellationError` if the call or the run has to stop, and if the value cannot be
  ///   read.
  nonisolated(nonsending) func value<Value>(
    of signal: Signal<Value>,
    at place: RecordPath,
    in session: RunSession,
    within limit: Duration?
  ) async throws -> Value? {
    let type = "\(Value.self)"
    // A run that is undone does not go on behind a wait that has not ended.
    let awaited = RunSession.AwaitedSignal(signal)
    if limit == nil && session.isLimited(at: place, signal: awaited, isUndoing: isUndoing) {
      throw session.setAside("\(LimitRemoved(wait: place))")
    }
    if case .recorded(let record) = try await turn(at: place) {
      let data = try signalled(by: record, at: place, type, session)
      return try data.map { try session.read(signal, from: $0, isRecorded: true) }
    }
    let began = session.now
    let arrived = try await waiting(at: place) { () async throws -> RunSession.Arrival? in
      try await session.wait(at: place, until: limit.map(Wait.End.after), signal: awaited)
    }
    guard let arrived else {
      await end(place, End(type: Self.due, began: began), wasWaiting: true)
      return nil
    }
    let value: Value
    do {
      value = try session.read(signal, from: arrived.value)
    } catch {
      abandon(wasWaiting: true)
      throw error
    }
    let end = End(output: arrived.value, type: type, began: began, readings: arrived.readings)
    await self.end(place, end, wasWaiting: true)
    return value
  }

  /// Waits in the store, and ends the call if that is cancelled.
  ///
  /// - Throws: `CancellationError`.
  nonisolated(nonsending) func waiting<Value>(
    at place: RecordPath,
    _ wait: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    beginWait()
    do {
      return try await wait()
    } catch {
      if isOver {
        abandon(wasWaiting: true)
      } else {
        await end(place, .init(failure: .cancelled), wasWaiting: true)
      }
      throw CancellationError()
    }
  }

  /// Returns the signal that has ended a recorded wait; `nil` if its time had passed.
  func signalled(
    by record: RunStorage.Row.Record,
    at place: RecordPath,
    _ type: String?,
    _ session: RunSession
  ) throws -> Data? {
    if record.type == Self.due { return nil }
    if record.type == RecordedFailure.type {
      guard (try? session.decode(RecordedFailure.self, from: record.value))?.type == nil else {
        throw session.setAside("'\(place)' was a step that failed, and the function waits there.")
      }
      throw CancellationError()
    }
    guard let type, record.type == type else {
      throw session.setAside(
        "The run has a record of '\(place)' of type \(record.type), and the function "
          + (type.map { "waits for \($0) there. " } ?? "only waits there. ")
          + "Give the wait another name, or register the old function beside the new one, with "
          + "another version."
      )
    }
    return record.value
  }
}
