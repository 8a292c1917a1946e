internal import Futures
internal import Synchronization

/// Announces the changes of a value until its last one.
///
/// A reader waits for the next change and then reads the newest value; a listener is called at
/// every change. A change that no code waits for costs one atomic load.
final class ChangeSignal: Sendable {
  private struct Listener {
    let call: @Sendable () -> Void
  }

  private struct State {
    var isEnded = false
    /// Succeeds at the next change; shared by the readers that wait for it.
    var nextChange: Promise<Void, any Error>?
    var listeners = NumberedList<Listener>()

    var isObserved: Bool { nextChange != nil || !listeners.isEmpty }
  }

  private let isObserved = Atomic<Bool>(false)
  private let state = Locked(State())

  // MARK: Announcing

  /// Wakes the readers and calls the listeners, on this thread and without a lock.
  ///
  /// Call this after the value has changed.
  func changed() {
    if isObserved.load(ordering: .sequentiallyConsistent) { announce(isLast: false) }
  }

  /// Announces the last change to the listeners, and removes them.
  func endListening() {
    let listeners = state.withLock { state in
      let listeners = state.listeners.takeAll()
      isObserved.store(state.isObserved, ordering: .sequentiallyConsistent)
      return listeners
    }
    for listener in listeners.inOrder { listener.call() }
  }

  /// Announces the last change: readers see the value once more and then end.
  func end() { announce(isLast: true) }

  private func announce(isLast: Bool) {
    let (nextChange, listeners) = state.withLock { state in
      if isLast { state.isEnded = true }
      let waiting = state.nextChange
      state.nextChange = nil
      let listeners = isLast ? state.listeners.takeAll() : state.listeners
      isObserved.store(state.isObserved, ordering: .sequentiallyConsistent)
      return (waiting, listeners)
    }
    nextChange?.succeed()
    for listener in listeners.inOrder { listener.call() }
  }

  // MARK: Listening

  /// Adds a listener.
  ///
  /// - Parameter call: Called at every change, on the thread that announces it.
  /// - Returns: The identifier to remove the listener with.
  func addListener(_ call: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      defer { state.listeners.append(Listener(call: call)) }
      isObserved.store(true, ordering: .sequentiallyConsistent)
      return state.listeners.nextNumber
    }
  }

  /// Removes a listener; a call that has begun continues.
  func removeListener(_ id: UInt64) {
    let removed = state.withLock { state in
      let removed = state.listeners.remove(id)
      isObserved.store(state.isObserved, ordering: .sequentiallyConsistent)
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  // MARK: Reading

  /// Returns the result of reading the value: at once, or after a change.
  ///
  /// - Parameter find: Reads the value; called before the first wait and after every change.
  /// - Returns: The first result that is not `nil`; `nil` after the last change, and when the
  ///   current task is cancelled while it waits.
  nonisolated(nonsending) func first<Found>(_ find: () -> Found?) async -> Found? {
    while true {
      // Registered before the value is read, so that no change is lost in between.
      let change = nextChange()
      if let found = find() { return found }
      guard let change, await change.hasSucceeded() else { return nil }
    }
  }

  /// Returns a future that succeeds at the next change, or `nil` after the last one.
  private func nextChange() -> Future<Void, any Error>? {
    state.withLock { state in
      if state.isEnded { return nil }
      let promise = state.nextChange ?? Promise()
      state.nextChange = promise
      isObserved.store(true, ordering: .sequentiallyConsistent)
      return promise.future
    }
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Waits for the outcome; returns `false` if the current task is cancelled in the meantime.
  fileprivate nonisolated(nonsending) func hasSucceeded() async -> Bool {
    do {
      try await value
      return true
    } catch {
      return false
    }
  }
}
