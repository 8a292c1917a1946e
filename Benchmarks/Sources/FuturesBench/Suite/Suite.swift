import ArgumentParser
import BenchmarkHarness
import NIOCore

/// Every benchmark of the command.
///
/// To add one: a file beside this one, and a line here.
struct Suite {
  /// All benchmarks, in the order of the report.
  let benchmarks: [Benchmark]

  /// Builds the suite with the peer's futures on the given loop.
  init(loop: any EventLoop) {
    benchmarks = [
      .chainPending(of: Int.self, on: loop),
      .chainPending(of: String.self, on: loop),
      .chainCapturing(of: Int.self, on: loop),
      .chainCapturing(of: String.self, on: loop),
      .chainSettled(of: Int.self, on: loop),
      .chainSettled(of: String.self, on: loop),
      .flatMapSettled(of: Int.self, on: loop),
      .flatMapSettled(of: String.self, on: loop),
      .flatMapPending(of: Int.self, on: loop),
      .flatMapPending(of: String.self, on: loop),
      .fanOut(of: Int.self, on: loop),
      .fanOut(of: String.self, on: loop),
    ]
  }

  /// The benchmarks whose name contains the filter; all without one.
  func benchmarks(matching filter: String?) throws -> [Benchmark] {
    guard let filter else { return benchmarks }
    let matching = benchmarks.filter { $0.name.contains(filter) }
    guard !matching.isEmpty else { throw unknown(filter) }
    return matching
  }

  /// The benchmark of exactly this name.
  func benchmark(named name: String) throws -> Benchmark {
    guard let benchmark = benchmarks.first(where: { $0.name == name }) else { throw unknown(name) }
    return benchmark
  }

  private func unknown(_ name: String) -> ValidationError {
    let names = benchmarks.map(\.name).joined(separator: ", ")
    return ValidationError("no benchmark is called '\(name)'; there are: \(names).")
  }
}
