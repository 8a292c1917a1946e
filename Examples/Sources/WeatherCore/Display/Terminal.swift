import Foundation

/// The terminal operations that a live display needs.
package enum Terminal {
  /// The maximum number of lines that a live display uses.
  static let mostRows = 8

  /// Whether standard error is a terminal that understands control sequences.
  package static var canRewriteLines: Bool {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
    return isatty(STDERR_FILENO) == 1 && kind != "dumb"
  }

  /// The width of the terminal behind standard error, in characters.
  package static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Returns the display that suits standard error.
  package static func progress(total: Int) -> any ProgressDisplay {
    canRewriteLines
      ? LiveProgress(total: total, width: width, write: writeError)
      : PlainProgress(total: total, write: writeError)
  }

  /// Writes to standard output at once, so that the text cannot appear after later errors.
  package static func writeOutput(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes to standard error at once.
  package static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Returns a sequence that moves up a number of lines and clears from there to the end of the
  /// screen.
  static func erase(lines: Int) -> String {
    lines > 0 ? "\u{1B}[\(lines)A\r\u{1B}[J" : ""
  }

  /// Returns lines that the terminal never wraps, even with wide characters, so that they can be
  /// counted.
  static func unwrapped(_ lines: [String]) -> String {
    "\u{1B}[?7l" + lines.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
  }
}

extension String {
  /// The text without the control characters that could move a terminal's cursor.
  package var printable: String {
    var scalars = unicodeScalars
    scalars.removeAll { $0.properties.generalCategory == .control }
    return String(scalars)
  }

  /// Returns the text, or as much of its beginning as fits.
  func clipped(to length: Int) -> String {
    count > length ? prefix(Swift.max(length - 1, 0)) + "…" : self
  }
}
