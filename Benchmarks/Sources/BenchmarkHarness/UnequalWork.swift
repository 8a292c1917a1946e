/// The error of a benchmark whose sides did not produce equally many values, or none.
public struct UnequalWork: Error, CustomStringConvertible {
  /// The benchmark's name.
  public let benchmark: String
  /// The number of iterations of each side.
  public let iterations: Int
  /// The number of values that each side passed to the black hole.
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
