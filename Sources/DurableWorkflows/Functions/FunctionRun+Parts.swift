internal import Foundation
internal import Futures
internal import Workflows

// Calls inside of others, whose places are inside theirs.

extension FunctionRun {
  /// Makes the calls of a part, or returns what it returned in an earlier execution.
  nonisolated(nonsending) func part<Output>(
    _ call: FunctionCall<Output>,
    _ body: @Sendable @isolated(any) () async throws -> Output
  ) async throws -> Output {
    let place = try enter(call.name, key: call.key, was: call.former)
    defer { leave(place) }
    guard let session else {
      return try await context.call(call.name, inside: path) { _ in try await inside(place, body) }
    }
    if !isUndoing, state.withLock({ $0.journal.isUnreadPart(place) }),
      case .recorded(let record) = try await turn(at: place)
    {
      return try output(of: call, at: place, record, session)
    }
    let began = session.now
    let output = try await inside(place, body)
    if case .recorded(let record) = try await turn(at: place) {
      return try self.output(of: call, at: place, record, session)
    }
    let data: Data
    do {
      data = try encoded(output, of: call, at: place, session)
    } catch {
      throw await fail(call, at: place, error, wasWaiting: false)
    }
    let end = End(output: data, type: call.coding.type, began: began)
    await self.end(place, end, wasWaiting: false)
    return output
  }

  /// Makes calls until a time has passed, which the store measures.
  nonisolated(nonsending) func within<Output: Sendable>(
    _ limit: Duration,
    _ name: String,
    _ key: String?,
    _ clock: any Clock<Duration>,
    _ body: @escaping @Sendable @isolated(any) () async throws -> Output
  ) async throws -> Output {
    let place = try enter(name, key: key)
    defer { leave(place) }
    return try await withThrowingTaskGroup(of: Output?.self) { group in
      group.addTask {
        if let session = self.session {
          try await self.limit(limit, at: place, in: session)
        } else {
          try await clock.sleep(for: limit)
        }
        return nil
      }
      group.addTask { try await self.inside(place, body) }
      defer { group.cancelAll() }
      guard let output = try await group.next() ?? nil else {
        throw TimeoutError(limit: limit, of: "'\(name)'")
      }
      return output
    }
  }

  /// Waits until the time of calls has passed.
  private nonisolated(nonsending) func limit(
    _ limit: Duration,
    at place: RecordPath,
    in session: RunSession
  ) async throws {
    guard case .recorded(let record) = try await turn(at: place) else {
      return try await waitAnew(at: place, in: session, until: .after(limit))
    }
    do {
      _ = try signalled(by: record, at: place, nil, session)
    } catch {
      if isOver { throw error }
      // Its calls had ended by then, which cancels this now as well.
      state.withLock { $0.endedLimits.append(place) }
      try await Future<Void, any Error>.never.value
    }
  }

  private nonisolated(nonsending) func inside<Output: Sendable>(
    _ place: RecordPath,
    _ body: @Sendable @isolated(any) () async throws -> Output
  ) async throws -> Output {
    let scope = FunctionScope(function: self, place: place.placeOfCalls, task: Self.currentTask)
    return try await FunctionScope.$current.withValue(scope) { try await body() }
  }
}
