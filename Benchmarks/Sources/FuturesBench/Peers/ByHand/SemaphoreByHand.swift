import Synchronization

/// A semaphore for tasks, as one would write it without this library: a number and a queue of
/// continuations behind a lock.
///
/// Tasks get their turn in order. A task that is cancelled leaves the queue at once.
final class SemaphoreByHand: Sendable {
  private struct State {
    var free: Int
    var line: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var lastNumber = 0
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Runs work when its turn comes.
  func withPermit<Value>(_ work: () async throws -> Value) async throws -> Value {
    try await enter()
    defer { passOn() }
    return try await work()
  }

  private func enter() async throws {
    try Task.checkCancellation()
    let number = state.withLock { state -> Int? in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      state.lastNumber += 1
      return state.lastNumber
    }
    guard let number else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(number, $0) }
    } onCancel: {
      leave(number)
    }
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    let result = state.withLock { state -> Result<Void, any Error>? in
      // The cancellation handler ran before it could find the continuation.
      if Task.isCancelled { return .failure(CancellationError()) }
      if state.free > 0 {
        state.free -= 1
        return .success(())
      }
      state.line.append((number, continuation))
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  private func leave(_ number: Int) {
    let continuation = state.withLock { state in
      state.line.firstIndex { $0.number == number }.map { state.line.remove(at: $0).continuation }
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func passOn() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.line.isEmpty {
        state.free += 1
        return nil
      }
      return state.line.removeFirst().continuation
    }
    next?.resume()
  }
}
