package import Foundation

/// Counts what happens to the durable runs on which a process works.
package protocol DurableRunCounting: Sendable {
  /// Counts an event.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - row: What is known of its run by now; `nil` for an event of no run.
  ///   - now: The time of the store; `nil` for an event of no run.
  func happened(_ event: DurableRunsEvent, to row: RunRow<Data>?, at now: StoreTime?)
}
