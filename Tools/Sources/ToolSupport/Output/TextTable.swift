/// A table of text.
package struct TextTable {
  /// A cell, and its emphasis.
  package struct Cell {
    let text: String
    let look: TextStyle.Look?

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - text: The text, or `nil` for a dash.
    ///   - look: The emphasis.
    package init(_ text: String?, _ look: TextStyle.Look? = nil) {
      self.text = text?.printable ?? "–"
      self.look = text == nil ? .dim : look
    }
  }

  private let titles: [String]?
  private let rows: [[Cell]]
  private let indent: String

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns. The default is none.
  ///   - rows: The rows, each with one cell per column.
  ///   - indent: The number of spaces before each line.
  package init(_ titles: [String]? = nil, rows: [[Cell]], indent: Int = 0) {
    self.titles = titles
    self.rows = rows
    self.indent = String(repeating: " ", count: indent)
  }

  /// Returns the table with one line per row and two spaces between columns.
  package func rendered(_ style: TextStyle) -> String {
    let heading = titles.map { [$0.map { Cell($0, .bold) }] } ?? []
    let lines = heading + rows
    let count = lines.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      lines.map { column < $0.count ? $0[column].text.count : 0 }.max() ?? 0
    }
    return lines.map { line($0, widths, style) }.joined()
  }

  /// Color is added after padding, so that it does not count as width.
  private func line(_ cells: [Cell], _ widths: [Int], _ style: TextStyle) -> String {
    var line = indent
    for (column, cell) in cells.enumerated() {
      line += cell.look.map { style(cell.text, $0) } ?? cell.text
      if column < cells.count - 1 {
        line += String(repeating: " ", count: widths[column] - cell.text.count + 2)
      }
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
