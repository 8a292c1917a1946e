internal import Futures

/// A value that changes until it ends, for readers who want the newest one and to wait for the
/// next.
///
/// Nobody but a waiting reader is kept: a change without readers is a store.
final class Watched<Value: Sendable & Equatable>: Sendable {
  private struct State {
    var value: Value
    var revision = 0
    var isEnded = false
    var changed: Promise<Void, any Error>?
  }

  /// What a reader sees.
  struct Snapshot: Sendable {
    let value: Value
    let revision: Int
    let isEnded: Bool
    /// Succeeds at the next change.
    let next: Future<Void, any Error>?
  }

  private let state: Locked<State>

  init(_ value: Value) { state = Locked(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  /// Changes the value if `change` says that it did.
  ///
  /// - Parameter change: Runs under the lock; gets the value, and returns whether it was changed.
  /// - Returns: Whether it was changed; never after the end.
  @discardableResult
  func update(_ change: (inout Value) -> Bool) -> Bool {
    let outcome: (Bool, Promise<Void, any Error>?) = state.withLock { state in
      guard !state.isEnded, change(&state.value) else { return (false, nil) }
      state.revision += 1
      defer { state.changed = nil }
      return (true, state.changed)
    }
    outcome.1?.succeed()
    return outcome.0
  }

  /// Ends the value: it does not change any more, and readers come to an end.
  func end() {
    let changed: Promise<Void, any Error>? = state.withLock { state in
      state.isEnded = true
      defer { state.changed = nil }
      return state.changed
    }
    changed?.succeed()
  }

  /// What there is to see for somebody who has seen a revision.
  func snapshot(after seen: Int?) -> Snapshot {
    state.withLock { state in
      var next: Promise<Void, any Error>?
      if state.revision == seen, !state.isEnded {
        next = state.changed ?? Promise()
        state.changed = next
      }
      return Snapshot(
        value: state.value,
        revision: state.revision,
        isEnded: state.isEnded,
        next: next?.future
      )
    }
  }
}
