/// The most that a measurement may come to; what is nil is only reported.
public struct Bar: Codable, Equatable, Sendable {
  /// For our time divided by the first peer's.
  public let ratio: Double?
  /// For our allocations an operation.
  public let allocations: Double?

  /// Creates a bar.
  public init(ratio: Double? = nil, allocations: Double? = nil) {
    self.ratio = ratio
    self.allocations = allocations
  }

  /// No bar: the measurement is only reported.
  public static let none = Bar()
}

/// How a number compares to its bar.
public enum Verdict: String, Codable, Sendable {
  case met
  case missed
  /// There is no bar, or no number.
  case reported

  /// Compares a number to the most it may be.
  init(_ number: Double?, atMost bar: Double?) {
    if let number, let bar {
      self = number <= bar ? .met : .missed
    } else {
      self = .reported
    }
  }
}
