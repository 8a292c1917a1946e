import DupesKit
import Foundation
import Futures

/// A line on the terminal with the progress of a search.
enum ProgressLine {
  /// Keeps the line up to date until the search has ended, then removes it.
  ///
  /// Nothing is written when the standard error is not a terminal.
  static func show(_ log: SearchLog, until search: Future<DuplicateReport, any Error>) async {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let updates = Future {
      while true {
        write("\(log.progress)")
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    _ = await search.result
    updates.cancel()
    write("")
  }

  /// Replaces the text of the line.
  private static func write(_ text: String) {
    let (lineStart, clearToLineEnd) = ("\r", "\u{1B}[K")
    ErrorOutput.write(lineStart + text + clearToLineEnd)
  }
}
