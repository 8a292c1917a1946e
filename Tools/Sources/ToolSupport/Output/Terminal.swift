/// The terminal that shows the output of a tool.
struct Terminal: Sendable {
  /// Returns the size, which changes with the window.
  let size: @Sendable () -> TerminalSize

  /// Whether the keys and signals of the process are for the tool.
  let isOfProcess: Bool
}
