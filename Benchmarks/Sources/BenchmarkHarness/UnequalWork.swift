/// Sides of a benchmark that did not produce equally many values, or none: nothing to compare.
public struct UnequalWork: Error, CustomStringConvertible {
  /// The benchmark's name.
  public let benchmark: String
  /// How often each side was run.
  public let iterations: Int
  /// How many values each side handed to the black hole.
  public let counts: [(side: String, values: UInt64)]

  /// A description of what was unequal and what to do about it.
  public var description: String {
    let found = counts.map { "\($0.side) \($0.values)" }.joined(separator: ", ")
    return """
      \(benchmark): in \(iterations) iterations the sides handed these numbers of values to \
      blackHole: \(found). Let each side hand over the same number, and at least one, on the \
      thread that runs it.
      """
  }
}
