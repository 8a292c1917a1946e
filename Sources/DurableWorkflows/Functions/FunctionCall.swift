internal import Foundation
internal import Futures
internal import Workflows

/// A call of a function.
struct FunctionCall<Output: Sendable>: Sendable {
  let name: String
  let key: String?
  /// The name that the call had before.
  let former: String?
  let coding: PayloadCoding<Output>
  /// When to try a step again; `nil` for never.
  let retry: RetryPolicy?
  /// The types of errors that the function sees as themselves.
  let errors: [any (Error & Codable).Type]
  /// Undoes the step, with its output if that is known; `nil` if it is not undone.
  let undo: (@Sendable @isolated(any) (Output?, StepCall) async throws -> Void)?

  init(
    _ name: String,
    _ coding: PayloadCoding<Output>,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    undo: (@Sendable @isolated(any) (Output?, StepCall) async throws -> Void)? = nil
  ) {
    self.name = name
    self.key = key
    self.former = former
    self.coding = coding
    self.retry = retry
    self.errors = errors
    self.undo = undo
  }
}

extension FunctionRun {
  /// Performs a step, or returns how it ended in an earlier execution.
  nonisolated(nonsending) func step<Output>(
    _ call: FunctionCall<Output>,
    _ body: @Sendable @isolated(any) (StepCall) async throws -> Output
  ) async throws -> Output {
    let place = try enter(call.name, key: call.key, was: call.former)
    defer { leave(place) }
    guard let session else { return try await unrecorded(call, at: place, body) }
    if call.undo != nil { try prepareUndo(of: call, at: place, session) }
    if case .recorded(let record) = try await turn(at: place) {
      return try output(of: call, at: place, record, session)
    }
    let step = self.call(at: place)
    call.retry?.begin()
    var attempt = 1
    if call.retry != nil && session.hasAttempts(at: place) {
      attempt = try await pause(at: place) { try await session.nextAttempt(at: place) }
    }
    while true {
      try await begin(call, at: place, session)
      let began = session.now
      do {
        let output = try await perform(call, at: place, step, attempt: attempt, body)
        let data = try encoded(output, of: call, at: place, session)
        let end = End(output: data, type: call.coding.type, began: began)
        await self.end(place, end, wasWaiting: false)
        return output
      } catch {
        if call.undo != nil && !isInDoubt(after: error) { session.compensatedFailed(at: place) }
        guard !isOver, let retry = call.retry, retry.takeRetry(after: attempt, error: error)
        else { throw await fail(call, at: place, error, wasWaiting: false) }
        let pause = retry.pause(after: attempt, error: error)
        attempt = try await self.pause(at: place) { [attempt] in
          try await session.nextAttempt(at: place, after: attempt, pause: pause)
        }
      }
    }
  }

  /// Begins a step, after what was recorded before, on which it may depend.
  private nonisolated(nonsending) func begin<Output>(
    _ call: FunctionCall<Output>,
    at place: RecordPath,
    _ session: RunSession
  ) async throws {
    do {
      if call.undo != nil {
        try await session.begin(at: place, isMarked: true)
      } else {
        try await session.flush()
      }
    } catch {
      abandon(wasWaiting: false)
      throw error
    }
  }

  /// Waits in the store until the next attempt of a step is due.
  private nonisolated(nonsending) func pause(
    at place: RecordPath,
    _ next: nonisolated(nonsending) () async throws -> Int
  ) async throws -> Int {
    let attempt = try await waiting(at: place, next)
    state.withLock { state in
      holdStrand(&state)
      endWait(&state)
      state.bodies += 1
    }
    return attempt
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
    session?.noteFailure(ending, at: place)
    await end(place, .init(failure: ending), wasWaiting: wasWaiting)
    if isOver { return CancellationError() }
    let found = try? self.error(of: call, from: ending)
    return found ?? error
  }

  /// Performs a step of a run without a store.
  private nonisolated(nonsending) func unrecorded<Output>(
    _ call: FunctionCall<Output>,
    at place: RecordPath,
    _ body: @Sendable @isolated(any) (StepCall) async throws -> Output
  ) async throws -> Output {
    let step = self.call(at: place)
    call.retry?.begin()
    var attempt = 1
    while true {
      do {
        return try await perform(call, at: place, step, attempt: attempt, body)
      } catch {
        guard !isOver, let retry = call.retry, retry.takeRetry(after: attempt, error: error)
        else { throw self.error(of: call, for: error) }
        let pause = retry.pause(after: attempt, error: error)
        if pause > .zero {
          try await Future<Void, any Error>.after(pause, cancellation: context.cancellation).value
        }
        attempt += 1
      }
    }
  }

  private nonisolated(nonsending) func perform<Output>(
    _ call: FunctionCall<Output>,
    at place: RecordPath,
    _ step: StepCall,
    attempt: Int,
    _ body: @Sendable @isolated(any) (StepCall) async throws -> Output
  ) async throws -> Output {
    try await context.call(call.name, inside: path, attempt: attempt) { context in
      do {
        let output = try await FunctionScope.$current.withValue(.step(of: self)) {
          try await RetryPolicy.inAttempt(attempt, countedBy: nil) { try await body(step) }
        }
        if session == nil { await undoLater(call, at: place, step, output, in: context) }
        return output
      } catch {
        if session == nil && isInDoubt(after: error) {
          await undoLater(call, at: place, step, nil, in: context)
        }
        throw error
      }
    }
  }

  /// Whether nobody knows if a step that has failed had an effect: it was cancelled meanwhile.
  private func isInDoubt(after error: any Error) -> Bool {
    isCancellation(error) || isOver || Task.isCancelled
  }

  /// Undoes a step of a run without a store if the run fails or is cancelled later.
  private nonisolated(nonsending) func undoLater<Output>(
    _ call: FunctionCall<Output>,
    at place: RecordPath,
    _ step: StepCall,
    _ output: Output?,
    in context: StepContext
  ) async {
    guard let undo = call.undo else { return }
    await context.compensateLater { try await undo(output, step) }
    state.withLock { $0.undoable.append(place) }
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
