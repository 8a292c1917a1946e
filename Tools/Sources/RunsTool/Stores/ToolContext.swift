package import DurableWorkflows
import Foundation

/// The environment of commands, which tests replace.
package struct ToolContext: Sendable {
  /// A store that replaces the one that an address names.
  let store: RunStore?
  let environment: [String: String]
  /// The clock for the pauses between checks of a store.
  let clock: any Clock<Duration>

  @TaskLocal package static var current = ToolContext(
    store: nil,
    environment: ProcessInfo.processInfo.environment
  )

  /// Creates a context.
  package init(
    store: RunStore?,
    environment: [String: String] = [:],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.store = store
    self.environment = environment
    self.clock = clock
  }
}
