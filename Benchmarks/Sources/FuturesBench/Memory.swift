import ArgumentParser
import BenchmarkHarness
import Workflows

/// Prints the memory of a run with many elements at its peak, compared with a task group.
///
/// A process has only one peak, so each side is measured in a process of its own.
struct Memory: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the memory at the peak of a run with a million elements."
  )

  /// What goes through the elements.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case traced
    case untraced
    case limited
    case taskGroup

    var description: String {
      switch self {
      case .traced: "ForEach, all at once"
      case .untraced: "ForEach, all at once, no trace"
      case .limited: "ForEach, 8 at a time"
      case .taskGroup: "a task group, all at once"
      }
    }
  }

  @Option(help: ArgumentHelp("How many elements the run has.", valueName: "n"))
  var elements = 1_000_000

  @Option(help: "Measure one side, in this process, and print bytes and seconds.")
  var only: Subject?

  func validate() throws {
    guard elements > 0 else {
      throw ValidationError("--elements is \(elements); there is nothing to run.")
    }
  }

  func run() throws {
    warnIfNotOptimised()
    if let only { return measure(only) }
    var rows = [["\(elements) elements", "MB at the peak", "bytes an element", "ns an element"]]
    for subject in Subject.allCases {
      let arguments = ["memory", "--elements", "\(elements)", "--only", subject.rawValue]
      let cost = try runOwnProcess(arguments, printing: 2)
      rows.append([
        subject.description, fixed(cost[0] / 1e6, digits: 0),
        fixed(cost[0] / Double(elements), digits: 0),
        fixed(cost[1] / Double(elements) * 1e9, digits: 0),
      ])
    }
    print(aligned(rows, leftAligned: [0]))
  }

  /// Measures a side once, beyond the memory of the process with the numbers.
  private func measure(_ subject: Subject) {
    let numbers = Array(0..<elements)
    let memory = peakMemory()
    let start = ContinuousClock.now
    Side(
      "memory",
      task: { _ in
        switch subject {
        case .traced: blackHole(try await Self.values(numbers, traceCapacity: 100_000))
        case .untraced: blackHole(try await Self.values(numbers, traceCapacity: 0))
        case .limited:
          blackHole(try await Self.values(numbers, traceCapacity: 100_000, maxConcurrent: 8))
        case .taskGroup: blackHole(await passInGroup(numbers.count))
        }
        return 1
      }
    ).run(1)
    print(peakMemory() - memory, (ContinuousClock.now - start) / .seconds(1))
  }

  private static func values(
    _ numbers: [Int],
    traceCapacity: Int,
    maxConcurrent: Int = .max
  ) async throws -> [Int] {
    let context = StepContext(name: "run", trace: Trace(capacity: traceCapacity))
    let workflow = Workflow<[Int], [Int]>.passingElements(maxConcurrent: maxConcurrent)
    return try await workflow.run(numbers, in: context)
  }
}
