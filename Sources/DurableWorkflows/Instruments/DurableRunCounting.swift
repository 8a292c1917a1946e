package import Foundation

/// A counter of the events of the durable runs that a process works on.
package protocol DurableRunCounting: Sendable {
  /// Counts an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - row: The current state of the run; `nil` for an event without a run.
  ///   - now: The time of the store; `nil` for an event without a run.
  func happened(_ event: DurableRunsEvent, to row: RunRow<Data>?, at now: StoreTime?)
}
