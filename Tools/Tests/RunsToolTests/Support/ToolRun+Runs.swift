import DurableWorkflows
import RunsTool
import ToolSupport
import ToolTestSupport

extension ToolRun {
  /// Runs `tenon-runs` in this process, on a store.
  init(
    _ words: String...,
    on store: RunStore?,
    input: String = "",
    environment: [String: String] = [:],
    clock: any Clock<Duration> = ContinuousClock(),
    hasColor: Bool = false,
    terminalSize: (@Sendable () -> TerminalSize)? = nil
  ) async {
    await self.init(
      words: words,
      on: store,
      input: input,
      environment: environment,
      clock: clock,
      hasColor: hasColor,
      terminalSize: terminalSize
    )
  }

  /// Runs `tenon-runs` in this process, on a store or on the one that the words name.
  init(
    words: [String],
    on store: RunStore?,
    input: String = "",
    environment: [String: String] = [:],
    clock: any Clock<Duration> = ContinuousClock(),
    hasColor: Bool = false,
    terminalSize: (@Sendable () -> TerminalSize)? = nil
  ) async {
    let environment =
      store == nil ? environment : environment.merging(["TENON_STORE": "runs.sqlite"]) { $1 }
    let context = ToolContext(store: store, environment: environment, clock: clock)
    await self.init(
      input: Array(input.utf8),
      hasColor: hasColor,
      terminalSize: terminalSize
    ) { console in
      await ToolContext.$current.withValue(context) { await RunsTool.run(words, on: console) }
    }
  }
}
