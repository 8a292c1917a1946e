import ArgumentParser
import BenchmarkHarness

/// Runs only one side of one benchmark, for a profiler to inspect.
struct Profile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run one side of one benchmark, for callgrind or perf; prints nothing."
  )

  /// The owner of the work to run.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case ours
    case peer
  }

  @Argument(help: "The benchmark's full name.")
  var name: String

  @Option(help: "Whose work to run.")
  var side = Subject.ours

  @Option(help: ArgumentHelp("How often to do the work.", valueName: "n"))
  var iterations = 10_000

  @Option(help: "The event loop that swift-nio's futures live on.")
  var nioLoop = NIOLoop.standard

  func validate() throws {
    guard iterations > 0 else {
      throw ValidationError("--iterations is \(iterations); there is nothing to run.")
    }
  }

  func run() throws {
    warnIfNotOptimised()
    try nioLoop.withLoop { loop in
      let benchmark = try Suite(loop: loop).benchmark(named: name)
      switch side {
      case .ours: benchmark.ours.run(iterations)
      case .peer: benchmark.peers[0].run(iterations)
      }
    }
  }
}
