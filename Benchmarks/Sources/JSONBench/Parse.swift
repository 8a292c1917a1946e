import BenchmarkHarness
import Foundation
import JSONValues

/// What parsing one document with one parser costs, in a process of its own.
struct Parse {
  enum Side: String {
    case ours, foundation
  }

  /// The processor time, in seconds.
  let time: Double
  /// The memory at the peak, in bytes, beyond what the process had with the document.
  let memory: Double

  /// Parses in this process, and prints the cost.
  static func run(_ shape: Shape, _ side: Side) throws {
    let document = shape.document
    let (memory, time) = (peak(), processorTime())
    switch side {
    case .ours: blackHole(try JSONValue(parsing: document))
    case .foundation: blackHole(try JSONSerialization.jsonObject(with: document))
    }
    print(processorTime() - time, peak() - memory)
  }

  /// Returns the cost, from another process.
  init(of shape: Shape, by side: Side) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [shape.rawValue, side.rawValue]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
    (time, memory) = (numbers[0], numbers[1])
  }

  /// The most memory that the process had.
  private static func peak() -> Double {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss)
    #else
    getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) * 1024
    #endif
  }
}
