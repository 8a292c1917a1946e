import BenchmarkHarness
import Foundation

/// `json-bench`: what it costs to parse documents of 50 MB, beside `JSONSerialization`.
///
///     json-bench [SHAPE…]                     prints a table
///     json-bench SHAPE ours|foundation        parses once, for a profiler, and prints the cost
@main
struct JSONBench {
  private static let rounds = 3

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let shapes = arguments.compactMap { Shape(rawValue: $0) }
    if arguments.count == 2, shapes.count == 1, let side = Parse.Side(rawValue: arguments[1]) {
      return try Parse.run(shapes[0], side)
    }
    if shapes.count < arguments.count {
      print("usage: json-bench [\(Shape.allCases.map(\.rawValue).joined(separator: "|"))]…")
      exit(2)
    }
    print(
      """
                        here      JSONSerialization   ratio     memory at the peak
      shape             MB/s                   MB/s of times    here          peer
      """
    )
    for shape in shapes.isEmpty ? Shape.allCases : shapes { try measure(shape) }
  }

  private static func measure(_ shape: Shape) throws {
    var sides: (ours: [Parse], theirs: [Parse]) = ([], [])
    for _ in 0..<rounds {
      sides.ours.append(try Parse(of: shape, by: .ours))
      sides.theirs.append(try Parse(of: shape, by: .foundation))
    }
    let ratios = zip(sides.ours, sides.theirs).map { $0.time / $1.time }
    print(
      shape.rawValue.padding(toLength: 14, withPad: " ", startingAt: 0)
        + String(
          format: "%8.0f%23.0f%9.2f%8.0f MB%11.0f MB",
          50 / quantile(0.5, of: sides.ours.map(\.time)),
          50 / quantile(0.5, of: sides.theirs.map(\.time)),
          quantile(0.5, of: ratios),
          quantile(0.5, of: sides.ours.map(\.memory)) / 1e6,
          quantile(0.5, of: sides.theirs.map(\.memory)) / 1e6
        )
    )
  }
}
