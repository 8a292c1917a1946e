import Synchronization

/// Shares loads by key and keeps their values, as one would write it without this library: a
/// dictionary behind a lock, a task for each load, and a continuation for each caller that waits.
///
/// A caller that is cancelled is resumed at once, and the last caller to leave cancels the load.
final class LoadsByHand<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Load {
    var callers: [Int: CheckedContinuation<Value, any Error>] = [:]
    var task: Task<Void, Never>?
    let number: Int
  }

  private enum Entry {
    case kept(Value)
    case underWay(Load)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var lastNumber = 0
  }

  private enum Answer {
    case value(Value)
    case caller(Int)
  }

  private enum Next {
    case resume(Result<Value, any Error>)
    case start(Int)
    case wait
  }

  private let state: Mutex<State>

  /// Creates an object that already keeps some values.
  init(keeping values: [Key: Value] = [:]) {
    state = Mutex(State(entries: values.mapValues { .kept($0) }))
  }

  /// Returns the value for a key, which is loaded unless it is kept or being loaded.
  func value(
    for key: Key,
    _ load: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let answer = state.withLock { state -> Answer in
      if case .kept(let value) = state.entries[key] { return .value(value) }
      state.lastNumber += 1
      return .caller(state.lastNumber)
    }
    switch answer {
    case .value(let value): return value
    case .caller(let caller):
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { enter(key, caller, $0, load) }
      } onCancel: {
        leave(key, caller)
      }
    }
  }

  /// Removes the value for a key.
  func remove(_ key: Key) { _ = state.withLock { $0.entries.removeValue(forKey: key) } }

  private func enter(
    _ key: Key,
    _ caller: Int,
    _ continuation: CheckedContinuation<Value, any Error>,
    _ load: @escaping @Sendable () async throws -> Value
  ) {
    let next = state.withLock { state -> Next in
      // The cancellation handler ran before it could find the continuation.
      if Task.isCancelled { return .resume(.failure(CancellationError())) }
      switch state.entries[key] {
      case .kept(let value): return .resume(.success(value))
      case .underWay(var load):
        load.callers[caller] = continuation
        state.entries[key] = .underWay(load)
        return .wait
      case nil:
        state.lastNumber += 1
        state.entries[key] = .underWay(
          Load(callers: [caller: continuation], number: state.lastNumber)
        )
        return .start(state.lastNumber)
      }
    }
    switch next {
    case .resume(let result): continuation.resume(with: result)
    case .start(let number): start(number, key, load)
    case .wait: break
    }
  }

  private func start(
    _ number: Int,
    _ key: Key,
    _ load: @escaping @Sendable () async throws -> Value
  ) {
    let task = Task {
      do { end(number, key, .success(try await load())) } catch {
        end(number, key, .failure(error))
      }
    }
    let isOver = state.withLock { state in
      guard case .underWay(var load) = state.entries[key], load.number == number else {
        return true
      }
      load.task = task
      state.entries[key] = .underWay(load)
      return false
    }
    // The load has ended, or its last caller left before it could find the task.
    if isOver { task.cancel() }
  }

  private func end(_ number: Int, _ key: Key, _ result: Result<Value, any Error>) {
    let callers = state.withLock { state -> [Int: CheckedContinuation<Value, any Error>] in
      guard case .underWay(let load) = state.entries[key], load.number == number else { return [:] }
      if case .success(let value) = result {
        state.entries[key] = .kept(value)
      } else {
        state.entries[key] = nil
      }
      return load.callers
    }
    for continuation in callers.values { continuation.resume(with: result) }
  }

  private func leave(_ key: Key, _ caller: Int) {
    let (continuation, task) = state.withLock {
      state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
      guard case .underWay(var load) = state.entries[key] else { return (nil, nil) }
      let continuation = load.callers.removeValue(forKey: caller)
      let isLast = continuation != nil && load.callers.isEmpty
      state.entries[key] = isLast ? nil : .underWay(load)
      return (continuation, isLast ? load.task : nil)
    }
    continuation?.resume(throwing: CancellationError())
    task?.cancel()
  }
}
