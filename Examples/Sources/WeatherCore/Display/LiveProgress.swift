import Rainbow
import Synchronization

/// Progress on a terminal: one line with a bar per active city, rewritten at each change.
///
/// Retries scroll away above those lines, so that they can be read afterward.
package final class LiveProgress: ProgressDisplay {
  private let total: Int
  private let width: @Sendable () -> Int
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var rows: [(city: String, fraction: Double, text: String)] = []
    var finished = 0
    var linesOnScreen = 0

    /// Removes a city's line.
    mutating func remove(_ city: String) {
      guard let row = rows.firstIndex(where: { $0.city == city }) else { return }
      rows.remove(at: row)
    }

    /// Fills a city's bar to a fraction.
    ///
    /// - Returns: Whether the change is visible.
    mutating func fill(_ city: String, _ fraction: Double) -> Bool {
      guard let row = rows.firstIndex(where: { $0.city == city }) else { return false }
      defer { rows[row].fraction = fraction }
      return ProgressBar(rows[row].fraction) != ProgressBar(fraction)
    }

    /// Changes the text of a city's line.
    mutating func show(_ city: String, _ text: String) {
      guard let row = rows.firstIndex(where: { $0.city == city }) else { return }
      rows[row].text = text
    }
  }

  /// Creates a display for a number of cities that passes text and control sequences to `write`.
  ///
  /// The width is queried at every change, because windows can be resized.
  package init(
    total: Int,
    width: @autoclosure @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.total = total
    self.width = width
    self.write = write
  }

  package func update(_ city: String, _ step: CityStep) {
    state.withLock { state in
      var note: String?
      switch step {
      case .searching:
        state.rows.append((city, 0, "finding the city"))
      case .found(let place):
        let country = place.country.map { " in \($0.printable)" } ?? ""
        state.show(city, "found\(country), asking for the forecast")
      case .progressed(let fraction):
        if !state.fill(city, fraction) { return }
      case .retrying(let attempt, let total, let error):
        let text = "attempt \(attempt) of \(total) after \(error.problem)"
        state.show(city, text)
        note = "\(city): \(text)".yellow
      case .finished:
        state.finished += 1
        state.remove(city)
      }
      draw(&state, note: note)
    }
  }

  package func finish() {
    state.withLock { state in
      write(Terminal.erase(lines: state.linesOnScreen))
      state.linesOnScreen = 0
    }
  }

  /// Replaces the lines on the screen, leaving a note above them if there is one.
  private func draw(_ state: inout State, note: String?) {
    let width = width()
    var lines = state.rows.prefix(Terminal.mostRows).map { row in
      let bar = ProgressBar(row.fraction)
      let city = row.city.clipped(to: width - bar.width - 1)
      let text = row.text.clipped(to: width - bar.width - 3 - city.count)
      return "\("\(bar)".cyan) \(city.bold)  \(text)"
    }
    lines.append("\(state.finished) of \(total) cities done".dim)
    write(
      Terminal.erase(lines: state.linesOnScreen)
        + (note.map { $0 + "\n" } ?? "")
        + Terminal.unwrapped(lines)
    )
    state.linesOnScreen = lines.count
  }
}
