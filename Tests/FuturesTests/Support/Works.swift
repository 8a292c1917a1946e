import Futures
import TestSupport

/// Starts pieces of work that end only when a test ends them, and counts those in progress.
final class Works: Sendable {
  private struct State {
    var started = 0
    var running = 0
    var cancelled = 0
    var promises: [Promise<Int, any Error>] = []
    var starts: [Int: Promise<Void, Never>] = [:]
  }

  private let state = Locked(State())

  var started: Int { state.withLock { $0.started } }
  var running: Int { state.withLock { $0.running } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  /// Starts work that uses the current scope.
  func start() -> Future<Int, any Error> {
    Future.withPromise { promise in
      let start = state.withLock { state in
        state.started += 1
        state.running += 1
        state.promises.append(promise)
        return state.starts[state.started]
      }
      start?.succeed()
      // The capture is weak, because the state holds the promise, which holds its observer.
      promise.onCancel { [weak self] in
        self?.state.withLock { state in
          state.running -= 1
          state.cancelled += 1
        }
      }
    }
  }

  /// Ends a piece of work with a value.
  func succeed(_ index: Int, with value: Int = 1) {
    if state.withLock({ $0.promises[index] }).succeed(value) {
      state.withLock { $0.running -= 1 }
    }
  }

  /// Ends a piece of work with an error.
  func fail(_ index: Int) {
    if state.withLock({ $0.promises[index] }).fail(TestError.first) {
      state.withLock { $0.running -= 1 }
    }
  }

  /// Waits until so many pieces of work have started.
  func waitForStart(of count: Int) async {
    let start = state.withLock { state in
      if state.started >= count { return nil as Promise<Void, Never>? }
      let start = state.starts[count] ?? Promise()
      state.starts[count] = start
      return start
    }
    await start?.future.value
  }
}
