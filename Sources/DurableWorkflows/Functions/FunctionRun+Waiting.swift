internal import Foundation
internal import Futures
internal import Workflows

extension FunctionRun {
  /// The type of the record of a wait that ended with its time; no type of a client has this name.
  private static let due = "%due"

  /// A signal that a call waits for.
  struct AwaitedSignal: Sendable {
    let name: String
    /// The name of the type of its value.
    let type: String
    /// Throws unless the value can be read.
    let check: @Sendable (Data) throws -> Void
  }

  /// Waits until a time has passed or a signal has arrived, in the store.
  ///
  /// - Parameters:
  ///   - place: The place of the call.
  ///   - session: The durable run.
  ///   - time: The time in milliseconds; `nil` for no limit.
  ///   - date: The date in milliseconds, in place of a time; `nil` for none.
  ///   - signal: The signal; `nil` for none.
  /// - Returns: The encoded signal; `nil` if the time has passed.
  /// - Throws: `CancellationError` if the call or the run has to stop, and the error of
  ///   ``AwaitedSignal/check``.
  nonisolated(nonsending) func wait(
    at place: RecordPath,
    in session: RunSession,
    for time: Int?,
    until date: Int? = nil,
    signal: AwaitedSignal? = nil
  ) async throws -> Data? {
    if case .recorded(let record) = try await turn(at: place) {
      return try end(of: record, at: place, signal?.type, session)
    }
    let began = session.now
    let signalled = try await waiting(at: place) { () async throws -> Data? in
      if let date {
        try await session.wait(at: place, until: date)
        return nil
      }
      return try await session.wait(at: place, for: time, signal: signal?.name)
    }
    if let signal, let signalled {
      do {
        try signal.check(signalled)
      } catch {
        abandon(wasWaiting: true)
        throw error
      }
      session.noteReading(of: signal.name)
    }
    let type = signalled == nil ? Self.due : signal?.type ?? Self.due
    let end = End(output: signalled ?? Data(), type: type, began: began)
    await self.end(place, end, wasWaiting: true)
    return signalled
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

  /// Returns how a recorded wait has ended.
  private func end(
    of record: RunStorage.Row.Record,
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
