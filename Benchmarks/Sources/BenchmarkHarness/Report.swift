import Foundation

/// The measurements of one run, and the ways to write them down.
public struct Report: Codable, Equatable, Sendable {
  /// How many rounds each side got.
  public let rounds: Int
  /// One entry for each benchmark that ran.
  public let measurements: [Measurement]

  /// Makes a report.
  public init(rounds: Int, measurements: [Measurement]) {
    self.rounds = rounds
    self.measurements = measurements
  }

  /// A table for people.
  public var table: String {
    let header = [
      "name", "op", "ours ns/op", "peer ns/op", "ratio", "ours allocs/op", "peer allocs/op", "peer",
    ]
    let rows = measurements.map { measurement in
      [
        measurement.name,
        measurement.unit,
        fixed(measurement.ours.nanoseconds, digits: 1),
        fixed(measurement.peer.nanoseconds, digits: 1),
        fixed(measurement.ratio, digits: 3),
        fixed(measurement.ours.allocations, digits: 2),
        fixed(measurement.peer.allocations, digits: 2),
        measurement.peer.name,
      ]
    }
    return aligned([header] + rows, leftAligned: [0, 1, 7])
  }

  /// One `name ratio` pair a line, for scripts.
  public var ratios: String {
    measurements.map { "\($0.name) \(fixed($0.ratio, digits: 3))" }.joined(separator: "\n")
  }

  /// Everything that was measured, for machines.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// A number with a fixed count of digits after the point; a dash stands for none.
private func fixed(_ number: Double?, digits: Int) -> String {
  guard let number else { return "-" }
  return String(format: "%.\(digits)f", number)
}

/// Rows of cells as lines, each column as wide as its widest cell.
private func aligned(_ rows: [[String]], leftAligned: Set<Int>) -> String {
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
