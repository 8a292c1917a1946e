import Synchronization

/// Waits for the first of several tasks, as one would write it without this library.
///
/// A task group waits for all of its tasks, even for one that ignores its cancellation, so it does
/// not return in time. Here the first outcome, or the cancellation of the caller, resumes the
/// caller and cancels the other tasks.
final class ContestByHand<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var tasks: [Task<Void, Never>] = []
    var outcome: Result<Value, any Error>?
  }

  private let state = Mutex(State())

  /// Starts the contenders, and returns the first outcome.
  func outcome(
    of contenders: (@Sendable () async throws -> Value)...
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome { return continuation.resume(with: outcome) }
        for contender in contenders { start(contender) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  private func start(_ contender: @escaping @Sendable () async throws -> Value) {
    let task = Task {
      do { end(.success(try await contender())) } catch { end(.failure(error)) }
    }
    let isOver = state.withLock { state in
      if state.outcome == nil { state.tasks.append(task) }
      return state.outcome != nil
    }
    if isOver { task.cancel() }
  }

  private func end(_ outcome: Result<Value, any Error>) {
    let (continuation, tasks) = state.withLock {
      state -> (CheckedContinuation<Value, any Error>?, [Task<Void, Never>]) in
      if state.outcome != nil { return (nil, []) }
      state.outcome = outcome
      defer { (state.continuation, state.tasks) = (nil, []) }
      return (state.continuation, state.tasks)
    }
    continuation?.resume(with: outcome)
    for task in tasks { task.cancel() }
  }
}

/// The error of work that does not return in time.
struct LateByHand: Error {}

/// Runs work, and throws if it does not return in time, whether or not it heeds its cancellation.
func timeoutByHand<Value: Sendable>(
  _ limit: Duration,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await ContestByHand().outcome(
    of: work,
    {
      try await Task.sleep(for: limit)
      throw LateByHand()
    }
  )
}
