import Foundation

/// The measurements of one run, and their output formats.
public struct Report: Codable, Equatable, Sendable {
  /// The number of rounds planned for each side; a long benchmark has fewer.
  public let rounds: Int
  /// The measurements, one for each benchmark that ran.
  public let measurements: [Measurement]
  /// The footprints, one for each that was counted.
  public let footprints: [Footprint]

  /// Creates a report.
  public init(rounds: Int, measurements: [Measurement], footprints: [Footprint] = []) {
    self.rounds = rounds
    self.measurements = measurements
    self.footprints = footprints
  }

  /// Tables for people.
  public var table: String {
    let tables = [
      measurements.isEmpty ? nil : timeTable,
      footprints.isEmpty ? nil : footprintTable,
      missedBars.isEmpty ? nil : "missed: " + missedBars.joined(separator: ", "),
    ]
    return tables.compactMap { $0 }.joined(separator: "\n\n")
  }

  /// The ratios for scripts, as one `name ratio` pair per line.
  public var ratios: String {
    let times = measurements.map { "\($0.name) \(fixed($0.ratio, digits: 3))" }
    let bytes = footprints.map { "\($0.name) \(fixed($0.ours / $0.peer, digits: 3))" }
    return (times + bytes).joined(separator: "\n")
  }

  /// The names of what exceeds its bar.
  public var missedBars: [String] {
    measurements.filter { $0.ratioVerdict == .missed }.map(\.name)
      + measurements.filter { $0.allocationsVerdict == .missed }.map { "\($0.name) (allocations)" }
      + footprints.filter { $0.verdict == .missed }.map(\.name)
  }

  /// Returns all measurements as JSON.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private var timeTable: String {
    let header = [
      "name", "op", "ours ns/op", "peer ns/op", "ratio", "bar", "ours allocs/op", "bar",
      "peer allocs/op", "peer",
    ]
    let rows = measurements.flatMap { measurement in
      [firstRow(of: measurement)] + measurement.peers.dropFirst().map(furtherRow)
    }
    return aligned([header] + rows, leftAligned: [0, 1, 5, 7, 9])
  }

  private func firstRow(of measurement: Measurement) -> [String] {
    let allocationsBar = measurement.bar.allocations
    return [
      measurement.name,
      measurement.unit,
      fixed(measurement.ours.nanoseconds, digits: 1),
      fixed(measurement.peers[0].nanoseconds, digits: 1),
      fixed(measurement.ratio, digits: 3),
      mark(measurement.bar.ratio, measurement.ratioVerdict, digits: 2),
      fixed(measurement.ours.allocations, digits: 2),
      allocationsBar == nil ? "" : mark(allocationsBar, measurement.allocationsVerdict, digits: 2),
      fixed(measurement.peers[0].allocations, digits: 2),
      measurement.peers[0].name,
    ]
  }

  /// Returns the row for a further peer, which follows the first peer's row.
  private func furtherRow(of peer: Cost) -> [String] {
    [
      "", "", "", fixed(peer.nanoseconds, digits: 1), "", "", "", "",
      fixed(peer.allocations, digits: 2), peer.name,
    ]
  }

  private var footprintTable: String {
    let header = ["name", "of one", "ours bytes", "bar", "peer bytes", "peer"]
    let rows = footprints.map { footprint in
      [
        footprint.name,
        footprint.unit,
        fixed(footprint.ours, digits: 1),
        mark(footprint.bar, footprint.verdict, digits: 0),
        fixed(footprint.peer, digits: 1),
        footprint.peerName,
      ]
    }
    return aligned([header] + rows, leftAligned: [0, 1, 3, 5])
  }
}
