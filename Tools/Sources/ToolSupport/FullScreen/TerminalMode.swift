import Foundation

/// The mode of the terminal behind standard input in which keys arrive at once and are not shown.
struct TerminalMode: Sendable {
  private let usual: termios

  /// Remembers the mode of the terminal, or returns `nil` if standard input is none.
  init?() {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
    usual = mode
  }

  func begin() {
    // It stops a process in the background, where dispatch blocks signals.
    ProcessSignal.unblock(SIGTTOU)
    var mode = usual
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }

  func end() {
    var mode = usual
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }
}
