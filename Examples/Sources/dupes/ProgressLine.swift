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
    let ended = CancellationSource()
    search.onComplete { _ in ended.cancel() }
    // The error type makes room for cancellation: a future that cannot fail cannot be cancelled.
    let updates = Future<Void, any Error>.repeatWhile {
      !search.isSettled
    } _: {
      write("\(log.progress)")
      return .after(.milliseconds(100), cancellation: ended.token)
    }
    _ = await updates.result
    write("")
  }

  /// Replaces the text of the line.
  private static func write(_ text: String) {
    let (lineStart, clearToLineEnd) = ("\r", "\u{1B}[K")
    ErrorOutput.write(lineStart + text + clearToLineEnd)
  }
}
