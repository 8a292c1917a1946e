internal import Futures

/// The compensations of the steps of a run that have succeeded.
final class Compensations: Sendable {
  struct Entry: Sendable {
    /// The path of the step that it undoes.
    let step: String
    /// Undoes the step; returns the error if that fails.
    ///
    /// It does not retain the run, which retains it.
    let perform: @Sendable (RunCore) async -> (any Error)?

    init(step: String, _ perform: @escaping @Sendable (RunCore) async -> (any Error)?) {
      self.step = step
      self.perform = perform
    }
  }

  private enum Phase { case open, undone, dropped }

  private struct State {
    var phase = Phase.open
    var entries: [Entry] = []
    var failures: [CompensationFailure] = []
  }

  private let state = Locked(State())

  var failures: [CompensationFailure] { state.withLock { $0.failures } }

  /// Adds the compensation of a step that has succeeded.
  ///
  /// - Returns: Whether the entry was added; if not, the earlier steps were already undone.
  func add(_ entry: Entry) -> Bool {
    state.withLock { state in
      if state.phase == .open { state.entries.append(entry) }
      return state.phase != .undone
    }
  }

  /// Undoes the steps, the last one first.
  func undo(of run: RunCore) async {
    while let entry = next() { await perform(entry, of: run) }
  }

  /// Undoes one step.
  func perform(_ entry: Entry, of run: RunCore) async {
    guard let error = await entry.perform(run) else { return }
    state.withLock { $0.failures.append(CompensationFailure(step: entry.step, error: error)) }
  }

  /// Forgets the steps of a run that has succeeded.
  func drop() {
    let dropped = state.withLock { state in
      defer { (state.phase, state.entries) = (.dropped, []) }
      return state.entries
    }
    withExtendedLifetime(dropped) {}
  }

  private func next() -> Entry? {
    state.withLock { state in
      if state.entries.isEmpty { state.phase = .undone }
      return state.entries.popLast()
    }
  }
}
