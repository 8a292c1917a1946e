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

    func clipped(to columns: Int) -> Cell { Cell(text.clipped(to: columns), look) }
  }

  private let titles: [String]?
  private let rows: [[Cell]]
  private let indent: String

  /// The number of columns to which text shrinks before other text is left out.
  private static let leastWidth = 12

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

  private var lines: [[Cell]] { (titles.map { [$0.map { Cell($0, .bold) }] } ?? []) + rows }

  /// Returns the table with one line per row and two spaces between columns.
  package func rendered(_ style: TextStyle) -> String {
    let lines = lines
    let widths = Self.widths(of: lines)
    return lines.map { line($0, widths, style) }.joined()
  }

  /// Returns the table with lines that fit on a terminal.
  ///
  /// First, columns shrink, the widest one first. Then the last columns are left out.
  ///
  /// - Parameters:
  ///   - style: The style of emphasized text.
  ///   - width: The width of the terminal.
  ///   - shrinking: The columns whose text may be cut.
  /// - Returns: The table.
  package func rendered(_ style: TextStyle, width: Int, shrinking: Set<Int>) -> String {
    let lines = lines
    let natural = Self.widths(of: lines).map { min($0, width) }
    let least = natural.enumerated().map { column, width in
      shrinking.contains(column) ? min(width, Self.leastWidth) : width
    }
    var count = natural.count
    while count > 1, Self.total(least.prefix(count)) > width { count -= 1 }
    var widths = Array(natural.prefix(count))
    var excess = Self.total(widths[...]) - width
    while excess > 0,
      let widest = widths.indices.filter({ shrinking.contains($0) })
        .max(by: { widths[$0] < widths[$1] }),
      widths[widest] > least[widest]
    {
      widths[widest] -= 1
      excess -= 1
    }
    return lines.map { cells in
      line(zip(cells, widths).map { $0.clipped(to: $1) }, widths, style)
    }
    .joined()
  }

  private static func widths(of lines: [[Cell]]) -> [Int] {
    (0..<(lines.map(\.count).max() ?? 0)).map { column in
      lines.map { column < $0.count ? $0[column].text.columns : 0 }.max() ?? 0
    }
  }

  /// The width of columns, with what is between them.
  private static func total(_ widths: ArraySlice<Int>) -> Int {
    widths.reduce(0, +) + 2 * max(0, widths.count - 1)
  }

  /// Color is added after padding, so that it does not count as width.
  private func line(_ cells: [Cell], _ widths: [Int], _ style: TextStyle) -> String {
    var line = indent
    for (column, cell) in cells.enumerated() {
      line += cell.look.map { style(cell.text, $0) } ?? cell.text
      if column < cells.count - 1 {
        line += String(repeating: " ", count: widths[column] - cell.text.columns + 2)
      }
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
