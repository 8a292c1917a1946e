import ArgumentParser
import BenchmarkHarness
import NIOCore

/// The default command: runs the suite and writes a report.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the benchmarks and print what they cost (the default)."
  )

  /// How the report is written.
  enum Format: String, EnumerableFlag {
    case table
    case ratios
    case json

    static func help(for value: Format) -> ArgumentHelp? {
      switch value {
      case .table: "Print a table."
      case .ratios: "Print one `name ratio` pair a line, ours divided by the peer."
      case .json: "Print JSON."
      }
    }
  }

  @Flag(help: "How to print the report.")
  var format = Format.table

  @Option(help: ArgumentHelp("Run the benchmarks whose name contains this.", valueName: "name"))
  var filter: String?

  @Option(help: ArgumentHelp("Rounds for each side; the median counts.", valueName: "n"))
  var rounds = 101

  @Option(help: "The event loop that swift-nio's futures live on.")
  var nioLoop = NIOLoop.standard

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("--rounds is \(rounds); a median needs at least one round.")
    }
  }

  func run() throws {
    warnIfNotOptimised()
    let report = try nioLoop.withLoop { loop in
      Report(rounds: rounds, measurements: try measurements(on: loop))
    }
    switch format {
    case .table: print(report.table)
    case .ratios: print(report.ratios)
    case .json: print(try report.json())
    }
  }

  private func measurements(on loop: any EventLoop) throws -> [Measurement] {
    let suite = Suite(loop: loop)
    let runner = Runner(rounds: rounds)
    return try suite.benchmarks(matching: filter).map { try runner.measure($0) }
  }
}
