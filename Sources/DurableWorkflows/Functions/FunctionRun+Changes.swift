internal import Foundation
internal import Futures
internal import Workflows

extension FunctionRun {
  /// Returns whether a run has not yet passed a place when it first reaches it, and records that.
  nonisolated(nonsending) func has(_ name: String) async throws -> Bool {
    let place = try enter(name, key: nil)
    defer { leave(place) }
    guard let session else { return true }
    if state.withLock({ $0.journal.isUnread(place) }) {
      _ = try await turn(at: place)
      return true
    }
    let row = session.row
    return try state.withLock { state in
      if isUndoing || state.journal.next != nil || hasPassed(row, state) { return false }
      try session.record(
        try session.encode(true),
        type: "\(Bool.self)",
        at: place,
        values: [:],
        began: session.now
      )
      state.journal.tell(place)
      return true
    }
  }

  /// Whether the run has begun something that this execution has not reached.
  private func hasPassed(_ row: RunStorage.Row, _ state: State) -> Bool {
    let begun =
      row.waits.keys.map { $0.isWaitForSignal ? $0.outer ?? $0 : $0 }
      + Array(row.marks.keys) + Array(row.attempts.keys)
    return begun.contains { begun in
      begun.isInside(place) && row.records[begun] == nil && !state.places.hasEntered(begun)
    }
  }
}

extension Steps {
  /// Returns whether a run takes a change of its function.
  ///
  /// Put a call that did not exist when runs began behind this question:
  ///
  /// ```swift
  /// if try await run.has("fraud check") {
  ///   try await run.step("check fraud") { try await fraud.check(order) }
  /// }
  /// ```
  ///
  /// - Parameter change: The name of the change, which is unique among the names of calls.
  /// - Returns: `true` for a run that reaches the question first in the changed function, and from
  ///   then on; `false` for one that had passed it before. A run without a store takes all changes.
  /// - Throws: `CancellationError` if the run has to stop.
  public nonisolated(nonsending) func has(_ change: String) async throws -> Bool {
    try await function.has(change)
  }
}
