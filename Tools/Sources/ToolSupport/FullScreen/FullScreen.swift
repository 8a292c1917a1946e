/// A terminal that a command has for itself, from its first picture until it leaves.
///
/// What was on the terminal before is there again afterwards, also if a signal ends the process.
package final class FullScreen {
  private let terminal: Terminal
  private let screen: AlternateScreen
  private var events: TerminalEvents?

  /// Creates a screen, or returns `nil` if the output is not a terminal.
  package init?(_ console: Console) {
    guard let terminal = console.terminal else { return nil }
    self.terminal = terminal
    screen = AlternateScreen(console, mode: terminal.isOfProcess ? TerminalMode() : nil)
  }

  /// The size, which changes with the window.
  package var size: TerminalSize { terminal.size() }

  /// Shows lines in place of those before.
  ///
  /// - Parameters:
  ///   - lines: The lines. Those that do not fit are left out.
  ///   - size: The size for which they were made.
  /// - Throws: ``ToolError`` if the output cannot be written.
  package func show(_ lines: [String], for size: TerminalSize) throws(ToolError) {
    if terminal.isOfProcess, events == nil { events = TerminalEvents(screen) }
    // A line is erased before it is written: behind its last column, its end would be erased.
    let text = lines.prefix(size.rows).map { "\u{1B}[K" + $0 }.joined(separator: "\n")
    try screen.draw("\u{1B}[H" + text + (lines.count < size.rows ? "\n\u{1B}[J" : ""))
  }

  /// Gives the terminal back.
  package func leave() {
    screen.leave()
    events?.stop()
    events = nil
  }
}
