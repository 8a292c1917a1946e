import Synchronization

/// The alternate screen of a terminal, which shows the picture of a command.
///
/// While it is on, there is no cursor, and the terminal cuts lines instead of breaking them, also
/// those with characters that are wider than expected.
final class AlternateScreen: Sendable {
  private static let on = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  /// Erases first: some terminals keep long lines when their width has changed.
  private static let off = "\u{1B}[0m\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let console: Console
  private let mode: TerminalMode?
  /// The picture, or `nil` while the screen is off.
  ///
  /// Nothing is written without the lock, so that no picture comes after the end.
  private let picture = Mutex<String?>(nil)

  init(_ console: Console, mode: TerminalMode?) {
    self.console = console
    self.mode = mode
  }

  /// Draws a picture, and turns the screen on if it is off.
  func draw(_ new: String) throws(ToolError) {
    try picture.withLock { picture throws(ToolError) in
      let isOff = picture == nil
      picture = new
      if isOff { mode?.begin() }
      try console.write(isOff ? Self.on + new : new)
    }
  }

  /// Turns the screen off.
  func leave() { picture.withLock { turnOff(&$0) } }

  /// Turns the screen off while a closure runs, and on again if it returns.
  func interrupt(_ closure: () -> Void) {
    picture.withLock { picture in
      let last = picture
      turnOff(&picture)
      closure()
      guard let last else { return }
      picture = last
      mode?.begin()
      try? console.write(Self.on + last)
    }
  }

  private func turnOff(_ picture: inout String?) {
    guard picture != nil else { return }
    picture = nil
    try? console.write(Self.off)
    mode?.end()
  }
}
