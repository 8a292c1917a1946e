import ArgumentParser
import BenchmarkHarness
import Foundation
import NIOCore

/// The default command: runs the suite and writes a report.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the benchmarks and print what they cost (the default)."
  )

  /// The format of the report.
  enum Format: String, EnumerableFlag {
    case table
    case ratios
    case json

    static func help(for value: Format) -> ArgumentHelp? {
      switch value {
      case .table: "Print a table, with a bar and its verdict beside each ratio that has one."
      case .ratios: "Print one `name ratio` pair a line, ours divided by the peer."
      case .json: "Print JSON."
      }
    }
  }

  @Flag(help: "How to print the report.")
  var format = Format.table

  @Flag(help: "Exit with code 1 if a bar is missed.")
  var bars = false

  @Option(help: ArgumentHelp("Also write a bar chart, as SVG.", valueName: "file"))
  var chart: String?

  @Option(help: ArgumentHelp("Run the benchmarks whose name contains this.", valueName: "name"))
  var filter: String?

  @Option(help: ArgumentHelp("Rounds for each side; the median counts.", valueName: "n"))
  var rounds = 401

  @Option(help: "The event loop that swift-nio's futures live on.")
  var nioLoop = NIOLoop.standard

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("--rounds is \(rounds); a median needs at least one round.")
    }
  }

  func run() throws {
    warnIfNotOptimised()
    let report = try nioLoop.withLoop { loop in try measure(on: loop) }
    switch format {
    case .table: print(report.table)
    case .ratios: print(report.ratios)
    case .json: print(try report.json())
    }
    if let chart { try write(report.chart, to: chart) }
    if bars && !report.missedBars.isEmpty { throw ExitCode(1) }
  }

  private func measure(on loop: any EventLoop) throws -> Report {
    let suite = try Suite(loop: loop).matching(filter)
    let runner = Runner(rounds: rounds)
    return Report(
      rounds: rounds,
      measurements: try suite.benchmarks.map { try runner.measure($0) },
      footprints: suite.footprints.compactMap { $0.measure() }
    )
  }

  private func write(_ chart: Chart, to path: String) throws {
    try Data(chart.svg.utf8).write(to: URL(filePath: path))
  }
}

extension Report {
  /// The chart that the pages show: one payload of each benchmark that compares futures with a
  /// peer.
  fileprivate var chart: Chart {
    let others = ["scale-", "bolts-", "brightfutures-", "workflow-", "resolve-"]
    let shown = measurements.filter { measurement in
      !measurement.name.hasSuffix(String.suffix)
        && !others.contains { measurement.name.hasPrefix($0) }
    }
    return Chart(of: shown, title: "What a future costs")
  }
}
