#if Observability
import BenchmarkHarness
import Foundation

/// Compares work that is measured, traced and logged, with nothing bootstrapped, with plain work.
///
/// Without an argument, it prints a table and fails if observability adds an allocation. `names`
/// prints the names of the rows, and `profile NAME ours|peer ITERATIONS` runs one side, for a
/// profiler.
@main
struct ObservabilityBench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil: try compare()
    case "names": for benchmark in Benchmark.observability { print(benchmark.name) }
    case "profile" where arguments.count == 4: profile(arguments)
    default: stop("usage: observability-bench [names | profile NAME ours|peer ITERATIONS]")
    }
  }

  private static func compare() throws {
    let runner = Runner(rounds: 101)
    let benchmarks = Benchmark.observability
    let measurements = try benchmarks.map { try runner.measure($0) }
    print(Report(rounds: runner.rounds, measurements: measurements).table)
    let added = zip(benchmarks, measurements).filter { benchmark, measurement in
      guard let ours = measurement.ours.allocations, let plain = measurement.peers[0].allocations
      else { return false }
      // With several threads, the counts of two passes differ by a fraction of one.
      return ours - plain > (benchmark.counts == .exact ? 0.005 : 0.75)
    }
    if added.isEmpty { return print("No row allocates more than plain work.") }
    stop("allocates more than plain work: \(added.map(\.0.name).joined(separator: ", "))")
  }

  private static func profile(_ arguments: [String]) {
    guard let benchmark = Benchmark.observability.first(where: { $0.name == arguments[1] }),
      let iterations = Int(arguments[3]), iterations > 0
    else { stop("there is no such row, or the number of iterations is not positive") }
    switch arguments[2] {
    case "ours": benchmark.ours.run(iterations)
    case "peer": benchmark.peers[0].run(iterations)
    default: stop("the side is 'ours' or 'peer'")
    }
  }

  private static func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("observability-bench: \(message)\n".utf8))
    exit(1)
  }
}
#else
@main
struct ObservabilityBench {
  static func main() { print("Build with --traits Observability.") }
}
#endif
