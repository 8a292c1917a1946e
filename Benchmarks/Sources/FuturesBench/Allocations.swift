import ArgumentParser
import BenchmarkHarness
import Foundation
import NIOCore

/// Counts allocations and bytes of our sides, and compares them with committed thresholds.
struct Allocations: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Count allocations only: takes seconds, and finds the same numbers in every run."
  )

  @Option(help: ArgumentHelp("Fail if a count is above its threshold.", valueName: "file"))
  var check: String?

  @Option(help: ArgumentHelp("Write the counts as the new thresholds.", valueName: "file"))
  var write: String?

  @Option(help: ArgumentHelp("Count the benchmarks whose name contains this.", valueName: "name"))
  var filter: String?

  func validate() throws {
    if write != nil && filter != nil {
      throw ValidationError("--write needs all counts; leave out --filter.")
    }
  }

  func run() throws {
    warnIfNotOptimised()
    guard AllocationCounting.isAvailable else {
      print("Allocations can be counted on glibc without a sanitizer only: nothing was checked.")
      return
    }
    let counts = try NIOLoop.standard.withLoop { loop in try count(on: loop) }
    if let write {
      try save(Thresholds.around(counts), to: URL(filePath: write))
    } else if let check {
      try compare(counts, with: check)
    } else {
      for (name, count) in counts.allocations.sorted(by: { $0.key < $1.key }) {
        print(name, String(format: "%.3f", count.value))
      }
      for (name, bytes) in counts.bytes.sorted(by: { $0.key < $1.key }) {
        print(name, String(format: "%.1f bytes", bytes))
      }
    }
  }

  private func count(on loop: any EventLoop) throws -> Counts {
    let suite = try Suite(loop: loop).matching(filter)
    var counts = Counts()
    for benchmark in suite.benchmarks where benchmark.counts != .racy {
      counts.allocations[benchmark.name] = AllocationPass().allocationsOfOurs(in: benchmark).map {
        Counts.Count(value: $0, isExact: benchmark.counts == .exact)
      }
    }
    for footprint in suite.footprints {
      counts.bytes[footprint.name] = footprint.measure()?.ours
    }
    return counts
  }

  private func compare(_ counts: Counts, with path: String) throws {
    guard let json = FileManager.default.contents(atPath: path) else {
      throw ValidationError("--check: there is no file \(path); --write makes one.")
    }
    let check = ThresholdCheck(
      of: counts,
      against: try Thresholds(json: json),
      isPartial: filter != nil
    )
    for remark in check.remarks { print("note: \(remark)") }
    for failure in check.failures { print("error: \(failure)") }
    if !check.remarks.isEmpty || !check.failures.isEmpty {
      print("If that is meant, make these counts the thresholds: --write \(path)")
    }
    guard check.failures.isEmpty else { throw ExitCode(1) }
    print("\(counts.allocations.count + counts.bytes.count) counts are within their thresholds.")
  }

  private func save(_ thresholds: Thresholds, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try thresholds.json().write(to: file)
  }
}
