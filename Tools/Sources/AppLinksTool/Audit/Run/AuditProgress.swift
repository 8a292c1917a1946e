import AppLinksPublishing
import ToolSupport

/// A line on the terminal that shows the progress of an audit.
final class AuditProgress {
  private let show: (@Sendable (_ text: String) -> Void)?
  private let total: Int
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var isShown = false

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - console: The console, which shows no progress unless it is a terminal.
  ///   - total: The number of pages.
  init(_ console: Console, total: Int) {
    show = console.progress
    self.total = total
  }

  /// Shows the numbers, at most ten times a second.
  func update(_ counts: AuditCounts) {
    guard let show else { return }
    let now = ContinuousClock.now
    if let last, now - last < .milliseconds(100) { return }
    last = now
    let (seconds, attoseconds) = (now - start).components
    let time = Double(seconds) + Double(attoseconds) / 1e18
    let rate = time > 0.5 ? ", \(Int(Double(counts.pages) / time)) pages/s" : ""
    let errors = counts.count(.error)
    show("\(counts.pages)/\(total) pages, \(errors) error\(errors == 1 ? "" : "s")\(rate)")
    isShown = true
  }

  /// Removes the line, before something else is printed.
  func clear() {
    if isShown { show?("") }
    isShown = false
  }
}
