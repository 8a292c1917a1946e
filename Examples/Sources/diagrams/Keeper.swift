import Futures
import Synchronization

/// A counter.
final class Counter: Sendable {
  private let state = Mutex(0)

  var count: Int { state.withLock { $0 } }

  func next() -> Int {
    state.withLock { count in
      count += 1
      return count
    }
  }
}

/// A holder of a promise, until told otherwise.
final class Keeper<Value: Sendable>: Sendable {
  private let state: Mutex<Promise<Value, any Error>?>

  init(_ promise: Promise<Value, any Error>) { state = Mutex(promise) }

  var promise: Promise<Value, any Error>? {
    get { state.withLock { $0 } }
    set {
      let old = state.withLock { state in
        defer { state = newValue }
        return state
      }
      withExtendedLifetime(old) {}
    }
  }
}
