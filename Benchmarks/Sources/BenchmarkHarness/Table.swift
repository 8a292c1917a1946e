import Foundation

/// Returns a number with a fixed count of digits after the point, or a dash for nil.
public func fixed(_ number: Double?, digits: Int) -> String {
  guard let number else { return "-" }
  return String(format: "%.\(digits)f", number)
}

/// Returns rows of cells as lines, each column as wide as its widest cell.
public func aligned(_ rows: [[String]], leftAligned: Set<Int>) -> String {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = row.enumerated().map { column, cell in
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      return leftAligned.contains(column) ? cell + padding : padding + cell
    }
    let line = cells.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }.joined(separator: "\n")
}

/// Returns a bar and its verdict: `<= 0.55 met`.
func mark(_ bar: Double?, _ verdict: Verdict, digits: Int) -> String {
  guard let bar else { return verdict.rawValue }
  return "<= \(fixed(bar, digits: digits)) \(verdict == .missed ? "MISSED" : verdict.rawValue)"
}
