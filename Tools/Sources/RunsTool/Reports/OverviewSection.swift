import ToolSupport

/// A table of the overview, which has as many rows as a terminal has room for.
struct OverviewSection {
  private let titles: [String]
  private let shrinking: Set<Int>
  private let rows: [[TextTable.Cell]]
  private let total: Int

  /// The number of lines before the rows: a blank one, and that of the titles.
  private static let frame = 2

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns, the most important ones first.
  ///   - shrinking: The columns whose text may be cut.
  ///   - rows: The rows, the most important ones first.
  ///   - total: The number of rows that there are, with those that were not loaded.
  init(_ titles: [String], shrinking: Set<Int>, rows: [[TextTable.Cell]], total: Int) {
    self.titles = titles
    self.shrinking = shrinking
    self.rows = rows
    self.total = max(rows.count, total)
  }

  /// The number of lines for all rows, with one that counts those that were not loaded.
  private var wanted: Int { rows.count + (total > rows.count ? 1 : 0) }

  /// Returns the lines of sections that fit below each other.
  ///
  /// Sections get rows in turn. If there is no room for all sections, the last ones are left out.
  static func lines(
    _ sections: [OverviewSection],
    in size: TerminalSize,
    below used: Int,
    _ style: TextStyle
  ) -> [String] {
    var room = size.rows - used
    var shares: [Int] = []
    let sections = sections.filter { !$0.rows.isEmpty }
    for section in sections {
      let share = min(2, section.wanted)
      guard frame + share <= room else { break }
      shares.append(share)
      room -= frame + share
    }
    while let next = shares.indices.filter({ shares[$0] < sections[$0].wanted })
      .min(by: { shares[$0] < shares[$1] }), room > 0
    {
      shares[next] += 1
      room -= 1
    }
    return zip(sections, shares).flatMap { $0.lines($1, width: size.columns, style) }
  }

  private func lines(_ count: Int, width: Int, _ style: TextStyle) -> [String] {
    let shown = count < total ? rows.prefix(count - 1) : rows[...]
    let table = TextTable(titles, rows: Array(shown))
    let text = table.rendered(style, width: width, shrinking: shrinking)
    let rest = total - shown.count
    return [""] + text.split(separator: "\n").map(String.init)
      + (rest > 0 ? [style("and \(rest) more", .dim)] : [])
  }
}
