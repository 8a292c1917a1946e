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
    let (memory, time) = (peakMemory(), processorTime())
    switch side {
    case .ours: blackHole(try JSONValue(parsing: document))
    case .foundation: blackHole(try JSONSerialization.jsonObject(with: document))
    }
    print(processorTime() - time, peakMemory() - memory)
  }

  /// Returns the cost, from another process.
  init(of shape: Shape, by side: Side) throws {
    let numbers = try runOwnProcess([shape.rawValue, side.rawValue], printing: 2)
    (time, memory) = (numbers[0], numbers[1])
  }
}
