internal import Futures
internal import Synchronization

/// Tells readers that the progress of a run has changed.
///
/// While nobody waits, a change costs one look at a flag.
final class ProgressSignal: Sendable {
  private struct State {
    var isEnded = false
    var waiting: Promise<Void, any Error>?
  }

  private let isAwaited = Atomic<Bool>(false)
  private let state = Locked(State())

  /// A future that succeeds at the next change; `nil` if there will be none.
  ///
  /// Look at the progress after this call and before waiting: a change before that may have told
  /// nobody.
  func next() -> Future<Void, any Error>? {
    state.withLock { state in
      if state.isEnded { return nil }
      let promise = state.waiting ?? Promise()
      state.waiting = promise
      isAwaited.store(true, ordering: .sequentiallyConsistent)
      return promise.future
    }
  }

  /// Wakes the readers, if there are any.
  func changed() {
    if isAwaited.load(ordering: .sequentiallyConsistent) { wake(end: false) }
  }

  /// Wakes the readers: there will be no further change.
  func end() { wake(end: true) }

  private func wake(end: Bool) {
    let waiting: Promise<Void, any Error>? = state.withLock { state in
      if end { state.isEnded = true }
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.succeed()
  }
}
