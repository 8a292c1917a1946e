import Synchronization

/// Progress as plain lines, for a pipe, a file, or a terminal without control sequences.
///
/// A city that fails gets no line here: its error is reported at the end.
package final class PlainProgress: ProgressDisplay {
  private let total: Int
  private let write: @Sendable (String) -> Void
  private let finished = Mutex(0)

  /// Creates a display for a number of cities that passes its lines, line ends included, to
  /// `write`.
  package init(total: Int, write: @escaping @Sendable (String) -> Void) {
    self.total = total
    self.write = write
  }

  package func update(_ city: String, _ step: CityStep) {
    switch step {
    case .searching, .found, .progressed:
      break
    case .retrying(let attempt, let total, let error):
      write("\(city): attempt \(attempt) of \(total) after \(error.problem)\n")
    case .finished(let outcome):
      finished.withLock { finished in
        finished += 1
        if case .success = outcome { write("\(city): done (\(finished) of \(total))\n") }
      }
    }
  }

  package func finish() {}
}
