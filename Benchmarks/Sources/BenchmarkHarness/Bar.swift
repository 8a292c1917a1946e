/// The upper bounds of a measurement; a value without one is only reported.
public struct Bar: Codable, Equatable, Sendable {
  /// The bound of our time divided by the first peer's.
  public let ratio: Double?
  /// The bound of our allocations per operation.
  public let allocations: Double?

  /// Creates a bar.
  public init(ratio: Double? = nil, allocations: Double? = nil) {
    self.ratio = ratio
    self.allocations = allocations
  }

  /// No bar: the measurement is only reported.
  public static let none = Bar()
}

/// The result of comparing a number with its bar.
public enum Verdict: String, Codable, Sendable {
  case met
  case missed
  /// There is no bar, or no number.
  case reported

  /// Compares a number with its upper bound.
  init(_ number: Double?, atMost bar: Double?) {
    if let number, let bar {
      self = number <= bar ? .met : .missed
    } else {
      self = .reported
    }
  }
}
