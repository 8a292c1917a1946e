package import DurableWorkflows
import Foundation

/// What commands use besides their arguments; tests replace it.
package struct ToolContext: Sendable {
  /// A store in place of the one that an address names.
  let store: (any RunStore)?
  let environment: [String: String]
  /// The clock of the pauses between looks at a store.
  let clock: any Clock<Duration>

  @TaskLocal package static var current = ToolContext(
    store: nil,
    environment: ProcessInfo.processInfo.environment
  )

  /// Creates a context.
  package init(
    store: (any RunStore)?,
    environment: [String: String] = [:],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.store = store
    self.environment = environment
    self.clock = clock
  }
}
