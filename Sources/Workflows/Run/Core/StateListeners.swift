internal import Futures

/// Those who want to hear of every change of the state of a run, before its observers do.
final class StateListeners: Sendable {
  private struct Listener {
    let id: Int
    let call: @Sendable (RunCore) -> Void
  }

  private struct State {
    var listeners: [Listener] = []
    var lastID = 0
  }

  private let state = Locked(State())

  /// Adds a listener.
  ///
  /// - Parameter call: Called without a lock, on the thread that changes the state.
  /// - Returns: What to remove it with.
  func add(_ call: @escaping @Sendable (RunCore) -> Void) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.listeners.append(Listener(id: state.lastID, call: call))
      return state.lastID
    }
  }

  func remove(_ id: Int) {
    let removed: Listener? = state.withLock { state in
      guard let index = state.listeners.firstIndex(where: { $0.id == id }) else { return nil }
      return state.listeners.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  func notify(_ core: RunCore) {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners { listener.call(core) }
  }
}
